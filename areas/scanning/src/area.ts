import { area } from '@packhouse/console-kit/console-kit.ts';
import { manifest } from './manifest.ts';
import { scanningScreens } from './scanning-screens.ts';

export default area({ ...manifest, routes: scanningScreens });
