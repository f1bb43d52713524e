import { area } from '@packhouse/console-kit/console-kit.ts';
import { manifest } from './manifest.ts';
import { distributionScreens } from './routes.ts';

export default area({ ...manifest, routes: distributionScreens });
