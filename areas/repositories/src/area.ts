import { area } from '@packhouse/console-kit/console-kit.ts';
import { administrationScreens } from './administration/routes.ts';
import { buildScreens } from './builds/routes.ts';
import { deepLinks } from './deep-links/routes.ts';
import { keyScreens } from './keys/routes.ts';
import { manifest } from './manifest.ts';
import { packageScreens } from './packages/routes.ts';
import { proxyScreens } from './proxies/routes.ts';
import { quickStartScreens } from './quick-start/routes.ts';
import { retentionScreens } from './retention/routes.ts';
import { searchScreens } from './search/routes.ts';
import { setMeUpScreens } from './set-me-up/routes.ts';
import { signingKeyScreens } from './signing-keys/routes.ts';
import { storageScreens } from './storage/routes.ts';
import { trashScreens } from './trash/routes.ts';
import { treeScreens } from './tree/routes.ts';
import { webServerScreens } from './web-server/routes.ts';

export default area({
  ...manifest,
  routes: [
    ...packageScreens,
    ...treeScreens,
    ...deepLinks,
    ...buildScreens,
    ...searchScreens,
    ...setMeUpScreens,
    ...quickStartScreens,
    ...administrationScreens,
    ...retentionScreens,
    ...storageScreens,
    ...trashScreens,
    ...signingKeyScreens,
    ...proxyScreens,
    ...keyScreens,
    ...webServerScreens,
  ],
});
