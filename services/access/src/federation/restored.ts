import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import type { State } from './register-queries.ts';
import { forgetWritten, type Heard, hasOthers } from './written-queries.ts';

/**
 * Whether somebody knows of this deployment what it does not know itself: a higher number than it has come to, or something else under a number that it has written
 * since. So it was restored from a backup.
 */
export async function isBehind(context: Context, transaction: Db, state: State, heard: readonly Heard[]): Promise<boolean> {
  const own = `${context.deployment}.${state.incarnation}`;
  const ours = heard.filter(({ origin }) => origin === own);
  return ours.some(({ number }) => number > state.number) || (await hasOthers(transaction, state.incarnation, ours));
}

/** A deployment that was restored from a backup goes on as somebody else, and asks all that it sends to for what it lost. */
export async function beginAnew(context: Context, transaction: Db, state: State): Promise<void> {
  context.log.warn({ incarnation: state.incarnation }, 'this deployment was restored from a backup; what others know of it is fetched back');
  state.incarnation = Date.now().toString(36);
  state.number = 0;
  await forgetWritten(transaction);
}
