import type { Context } from '../context.ts';
import type { FindTarget } from './target.ts';

/** The room of licence buckets works with this. */
export interface BucketContext extends Context {
  targetOf: FindTarget;
}
