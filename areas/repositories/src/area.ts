import { area } from '@packhouse/console-kit/console-kit.ts';
import { administrationScreens } from './administration/administration-screens.ts';
import { buildScreens } from './builds/builds-screens.ts';
import { deepLinks } from './deep-links/deep-links-screens.ts';
import { keyScreens } from './keys/keys-screens.ts';
import { manifest } from './manifest.ts';
import { packageScreens } from './packages/packages-screens.ts';
import { proxyScreens } from './proxies/proxies-screens.ts';
import { quickStartScreens } from './quick-start/quick-start-screens.ts';
import { retentionScreens } from './retention/retention-screens.ts';
import { searchScreens } from './search/search-screens.ts';
import { setMeUpScreens } from './set-me-up/set-me-up-screens.ts';
import { signingKeyScreens } from './signing-keys/signing-keys-screens.ts';
import { storageScreens } from './storage/storage-screens.ts';
import { trashScreens } from './trash/trash-screens.ts';
import { treeScreens } from './tree/tree-screens.ts';
import { webServerScreens } from './web-server/web-server-screens.ts';

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
