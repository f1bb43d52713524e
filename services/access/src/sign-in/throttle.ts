import { AppError } from '@packhouse/contract/errors.ts';
import type { Db } from '../schema.ts';
import {
  countAttempt,
  deleteFailures,
  deleteFailuresOf,
  deleteOldFailures as forgetOldAttempts,
  forgiveAttempt,
  type Limit,
  selectBlockedUntil,
  selectWait,
} from './throttle-queries.ts';

interface Counter {
  key: string;
  limit: Limit;
}

const isLoopback = (address: string) => /^(::1|(::ffff:)?127\.)/.test(address);

/**
 * What is counted: the user at this address, the address, and the user anywhere. Guessing from many addresses slows a name down by seconds only, and a
 * wait is never prolonged while it lasts, so that nobody can lock an administrator out; from the machine itself only the first counter holds.
 */
function countersOf(user: string, address: string): Counter[] {
  const pair = { key: `user ${user} at ${address}`, limit: { free: 8, longest: 300 } };
  if (isLoopback(address)) return [pair];
  return [pair, { key: `address ${address}`, limit: { free: 30, longest: 900 } }, { key: `user ${user}`, limit: { free: 50, longest: 30 } }];
}

/** Counts an attempt as failed until it is taken back. Refuses with `too_many_requests` and the seconds to wait. */
export async function beginAttempt(db: Db, user: string, address: string): Promise<void> {
  for (const { key, limit } of countersOf(user, address)) {
    if (await countAttempt(db, key, limit)) continue;
    throw new AppError('too_many_requests', { detail: { retryAfter: await selectWait(db, key) } });
  }
}

/** The attempt went well: the user at this address starts anew; elsewhere only this one attempt is taken back. */
export async function forgive(db: Db, user: string, address: string): Promise<void> {
  const [pair, ...others] = countersOf(user, address);
  await deleteFailures(db, pair!.key);
  for (const { key } of others) await forgiveAttempt(db, key);
}

/** Counts an attempt at some other secret under a name of its own. Refuses with `too_many_requests` and the seconds to wait. */
export async function beginGuess(db: Db, key: string, limit: Limit): Promise<void> {
  if (await countAttempt(db, key, limit)) return;
  throw new AppError('too_many_requests', { detail: { retryAfter: await selectWait(db, key) } });
}

/** Takes back an attempt that turned out well. */
export async function forgiveGuess(db: Db, key: string): Promise<void> {
  await forgiveAttempt(db, key);
}

/** Under which wrong codes of a user are counted. */
export const secondFactorKey = (user: string) => `second factor of ${user}`;

/** Lets a user sign in again from anywhere, whatever failed before. */
export async function forgetFailuresOf(db: Db, user: string): Promise<void> {
  await deleteFailuresOf(db, `user ${user}`);
  await deleteFailures(db, secondFactorKey(user));
}

/** Until when the user must wait somewhere before the next attempt; undefined when nowhere. */
export function blockedUntil(db: Db, user: string): Promise<Date | undefined> {
  return selectBlockedUntil(db, `user ${user}`, secondFactorKey(user));
}

export { forgetOldAttempts };
