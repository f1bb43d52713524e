import { area } from '@packhouse/console-kit/console-kit.ts';
import { distributionScreens } from './distribution-screens.ts';
import { manifest } from './manifest.ts';

export default area({ ...manifest, routes: distributionScreens });
