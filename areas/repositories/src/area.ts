import { area } from '@packhouse/console-kit/console-kit.ts';
import { administrationScreens } from './administration/routes.ts';
import { buildScreens } from './builds/routes.ts';
import { deepLinks } from './deep-links/routes.ts';
import { manifest } from './manifest.ts';
import { packageScreens } from './packages/routes.ts';
import { quickStartScreens } from './quick-start/routes.ts';
import { retentionScreens } from './retention/routes.ts';
import { setMeUpScreens } from './set-me-up/routes.ts';
import { treeScreens } from './tree/routes.ts';

export default area({
  ...manifest,
  routes: [
    ...packageScreens,
    ...treeScreens,
    ...deepLinks,
    ...buildScreens,
    ...setMeUpScreens,
    ...quickStartScreens,
    ...administrationScreens,
    ...retentionScreens,
  ],
});
