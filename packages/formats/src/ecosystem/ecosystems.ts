import type { Ecosystem } from './ecosystem.ts';
import { hex } from './hex.ts';
import { pub } from './pub.ts';

/** Ecosystems beside those of the formats, one line each. */
export const ecosystems: readonly Ecosystem[] = [hex, pub];
