import { area } from '@packhouse/console-kit/console-kit.ts';
import { logScreens } from './logs/logs-screens.ts';
import { manifest } from './manifest.ts';
import { statusScreens } from './status/status-screens.ts';
import { supportScreens } from './support/support-screens.ts';

export default area({
  ...manifest,
  routes: [...statusScreens, ...logScreens, ...supportScreens],
});
