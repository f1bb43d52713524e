import type { Support } from '@packhouse/contract/scanning/support.ts';
import type { Context } from '../context.ts';
import { type CycleRow, selectPlatformCycles } from './support-queries.ts';

const soon = 90 * 24 * 60 * 60_000;
const getDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** How far the support of a cycle has gone at a moment; undefined while it is whole. Days begin in UTC. */
export function judgeCycle({ eol, ended, support_until }: CycleRow, now = Date.now()): Pick<Support, 'state' | 'day'> | undefined {
  const today = getDay(now);
  if (ended || (eol !== null && eol <= today)) return { state: 'ended', day: eol };
  if (eol !== null && eol <= getDay(now + soon)) return { state: 'ending', day: eol };
  if (support_until !== null && support_until <= today) return { state: 'limited', day: support_until };
  return undefined;
}

const states = ['ended', 'ending', 'limited'] as const;
const parts = ['version', 'distribution', 'runtime', 'base', 'component'] as const;

/** Worst first, what carries the rest before what is carried. */
const order = (one: Support, other: Support) =>
  states.indexOf(one.state) - states.indexOf(other.state) || parts.indexOf(one.what) - parts.indexOf(other.what) || (one.product < other.product ? -1 : 1);

/** What is not, or not wholly, supported of some versions and of what they are made of; by the ids of their targets. */
async function readSupport({ db }: Pick<Context, 'db'>, targets: readonly number[]): Promise<Map<number, Support[]>> {
  const found = new Map<number, Map<string, Support>>();
  for (const row of await selectPlatformCycles(db, targets)) {
    const judged = judgeCycle(row);
    if (!judged) continue;
    const { target_id, what, product, cycle, version } = row;
    const of = found.get(target_id) ?? new Map<string, Support>();
    const key = `${product} ${cycle}`;
    const known = of.get(key);
    // The same product is often named more than once: by the base, and by what it set.
    if (!known || parts.indexOf(what) < parts.indexOf(known.what)) of.set(key, { what, product, cycle, version, ...judged });
    found.set(target_id, of);
  }
  return new Map([...found].map(([id, all]) => [id, [...all.values()].sort(order)]));
}

/** What some versions lack in support together, each cycle once. */
export async function readSupportOf(context: Pick<Context, 'db'>, targets: readonly number[]): Promise<Support[]> {
  const all = [...(await readSupport(context, targets)).values()].flat();
  return [...new Map(all.map((one) => [`${one.product} ${one.cycle}`, one])).values()].sort(order);
}
