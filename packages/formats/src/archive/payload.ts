import type { Packing } from './walk-tar.ts';

/** An archive inside a package, from `start` to `end` inclusive. */
export interface Payload {
  start: number;
  end: number;
  kind: 'tar' | 'cpio';
  packing: Packing;
}
