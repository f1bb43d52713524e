import { area } from '@packhouse/console-kit/console-kit.ts';
import { manifest, routes } from './manifest.ts';

export default area({ ...manifest, routes });
