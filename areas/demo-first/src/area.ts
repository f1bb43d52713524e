import { area } from '@packhouse/console-kit/console-kit.ts';
import { manifest } from './manifest.ts';
import { Mount } from './mount.tsx';

export default area({ ...manifest, routes: [], Mount });
