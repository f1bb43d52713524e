import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 begin a full collection once all memory, buffers included, has grown by a share of what there is. Otherwise it begins one for every 64 MB of buffers
 * that were made since the last, whatever there is to mark: whoever passes bytes on spends most of its time marking. To be called before there is much.
 */
export function countOutsideMemory(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit');
}
