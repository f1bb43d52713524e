import { area } from '@packhouse/console-kit/console-kit.ts';
import { manifest } from './manifest.ts';
import { demoScreens } from './routes.tsx';

export default area({ ...manifest, routes: demoScreens });
