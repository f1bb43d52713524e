import { AppError } from '@packhouse/contract/errors.ts';
import { countedAddress } from '@packhouse/kernel/http/counted-address.ts';
import type { Db } from '../schema.ts';
import { deleteLockOf } from './lock-queries.ts';
import { deleteOldPlaces, hasPlace, notePlace } from './sign-in-place-queries.ts';
import {
  countAttempt,
  deleteFailures,
  deleteFailuresOf,
  deleteOldFailures,
  forgiveAttempt,
  type Limit,
  selectBlockedUntil,
  selectWait,
} from './throttle-queries.ts';

interface Counter {
  key: string;
  limit: Limit;
}

/** An attempt that has been counted. */
export interface Attempt {
  user: string;
  address: string;
  counters: Counter[];
  /** If it fails, the user must wait from now on. */
  locks: boolean;
}

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.');

/**
 * Reads what is counted: the user at this address, the address, and the user anywhere, each address as `countedAddress` says. Many names tried from one
 * address are held up by the second, one name tried from many addresses by the third, for seconds only; a wait is never prolonged while it lasts.
 * Where users have proved their password lately the third does not hold, so that strangers elsewhere cannot keep them out; a stranger at the same
 * address still has the few tries of the first. From the machine itself only the first holds.
 */
async function readCounters(db: Db, user: string, address: string): Promise<Counter[]> {
  const pair = { key: `user ${user} at ${address}`, limit: { free: 8, longest: 300 } };
  if (isLoopback(address)) return [pair];
  const here = [pair, { key: `address ${address}`, limit: { free: 30, longest: 900 } }];
  return (await hasPlace(db, user, address)) ? here : [...here, { key: `user ${user}`, limit: { free: 50, longest: 30 } }];
}

/** Further failures only make a wait longer. */
const beginsWait = (failures: number, { free }: Limit) => failures === free + 1;

/** Counts an attempt as failed until it is taken back. Refuses with `too_many_requests` and the seconds to wait. */
export async function beginAttempt(db: Db, user: string, from: string): Promise<Attempt> {
  const address = countedAddress(from);
  const counters = await readCounters(db, user, address);
  let locks = false;
  for (const { key, limit } of counters) {
    const failures = await countAttempt(db, key, limit);
    if (failures === undefined) throw new AppError('too_many_requests', { detail: { retryAfter: await selectWait(db, key) } });
    if (key.startsWith(`user ${user}`) && beginsWait(failures, limit)) locks = true;
  }
  return { user, address, counters, locks };
}

/** The attempt went well: the user at this address, who is known there from now on, starts anew; elsewhere only this one attempt is taken back. */
export async function forgive(db: Db, { user, address, counters }: Attempt): Promise<void> {
  const [pair, ...others] = counters;
  await deleteFailures(db, pair!.key);
  for (const { key } of others) await forgiveAttempt(db, key);
  if (!isLoopback(address)) await notePlace(db, user, address);
}

/** Counts an attempt at some other secret under a name of its own; answers whether waiting begins if it fails. Refuses with `too_many_requests` and the seconds to wait. */
export async function beginGuess(db: Db, key: string, limit: Limit): Promise<boolean> {
  const failures = await countAttempt(db, key, limit);
  if (failures !== undefined) return beginsWait(failures, limit);
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
  await deleteLockOf(db, user);
}

/** Until when the user must wait somewhere before the next attempt; undefined when nowhere. */
export function blockedUntil(db: Db, user: string): Promise<Date | undefined> {
  return selectBlockedUntil(db, `user ${user}`, secondFactorKey(user));
}

/** Forgets failures and places of sign-in that no longer mean anything. */
export async function forgetOldAttempts(db: Db): Promise<void> {
  await deleteOldFailures(db);
  await deleteOldPlaces(db);
}
