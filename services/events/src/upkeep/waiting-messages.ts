import type { Context } from '../context.ts';
import { countWaiting } from './upkeep-queries.ts';

/** Messages that are still to be sent. */
export function countWaitingMessages({ db }: Pick<Context, 'db'>): Promise<number> {
  return countWaiting(db);
}
