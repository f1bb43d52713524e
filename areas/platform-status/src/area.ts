import { area } from '@packhouse/console-kit/console-kit.ts';
import { logScreens } from './logs/routes.ts';
import { manifest } from './manifest.ts';
import { statusScreens } from './status/routes.ts';
import { supportScreens } from './support/routes.ts';

export default area({
  ...manifest,
  routes: [...statusScreens, ...logScreens, ...supportScreens],
});
