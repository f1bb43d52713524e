import { area } from '@packhouse/console-kit/console-kit.ts';
import { manifest } from './manifest.ts';
import { scanningScreens } from './routes.ts';

export default area({ ...manifest, routes: scanningScreens });
