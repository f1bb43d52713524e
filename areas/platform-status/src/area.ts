import { area } from '@packhouse/console-kit/console-kit.ts';
import { logScreens } from './logs/routes.ts';
import { manifest } from './manifest.ts';
import { statusScreens } from './status/routes.ts';

export default area({
  ...manifest,
  routes: [...statusScreens, ...logScreens],
});
