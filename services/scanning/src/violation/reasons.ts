import { isAssembly } from '../assembly/assembly.ts';
import type { NotedCause } from '../governance-tables.ts';
import type { Db } from '../schema.ts';
import type { Reasons } from './compare.ts';
import { type Due, selectWithdrawn, type ViolationRow } from './evaluation-queries.ts';
import type { Facts, Wanted } from './judge-targets.ts';
import type { Cause, Closing } from './keep-queries.ts';

/** Vulnerabilities of versions, by their ids. */
type Known = ReadonlyMap<number, ReadonlySet<string>>;

const ofKind: Readonly<Partial<Record<Wanted['kind'], readonly NotedCause[]>>> = { license: ['licence changed'], operational_risk: ['risk changed'] };

/** What changed since a version waits to be judged is why something opens in it; what was so before is not. */
function findCause({ kind, target, moments: { found, signalled, ruled } }: Wanted, due: Due | undefined): Cause | null {
  if (!due) return null;
  const isNew = (at: Date | null) => at !== null && at >= due.at;
  if (due.unjudged || (isAssembly(target) && isNew(target.known_at ?? null))) return 'new content';
  if (isNew(found)) return 'new advisory';
  if (isNew(ruled)) return 'policy changed';
  if (isNew(signalled)) return 'exploitation';
  // What is said of a file, and whose its repository is, decides which watches look there.
  const noted: readonly NotedCause[] = [...(ofKind[kind] ?? []), 'properties changed', 'repository changed'];
  return noted.find((one) => due.causes.includes(one)) ?? null;
}

/** Why a violation is over: there is nothing to judge, nobody asks, no advisory speaks of it any more, or it is not there any more. */
function findClosing({ targets, watches }: Facts, known: Known, withdrawn: ReadonlySet<string>): (row: ViolationRow) => Closing {
  const there = new Map(targets.map((target) => [target.id, target]));
  return (row) => {
    if (!there.has(row.target_id)) return 'target gone';
    const rules = watches.find(({ id }) => id === row.watch_id)?.policies.find(({ id }) => id === row.policy_id)?.rules;
    if (!rules?.some(({ name }) => name === row.rule)) return 'policy changed';
    if (row.kind !== 'security') return 'fixed';
    if (known.get(row.target_id)?.has(row.subject)) return 'policy changed';
    return withdrawn.has(row.subject) ? 'withdrawn' : 'fixed';
  };
}

/** Why violations in some versions open and close. */
export async function readReasons(db: Db, facts: Facts, kept: readonly ViolationRow[], due: readonly Due[]): Promise<Reasons> {
  const known: Known = new Map([...facts.findings].map(([id, list]) => [id, new Set(list.map(({ canonical }) => canonical))]));
  const isGone = ({ kind, state, target_id, subject }: ViolationRow) => kind === 'security' && state !== 'closed' && !known.get(target_id)?.has(subject);
  const withdrawn = await selectWithdrawn(db, [...new Set(kept.filter(isGone).map(({ subject }) => subject))]);
  const waiting = new Map(due.map((one) => [one.target_id, one]));
  return { opening: (wanted) => findCause(wanted, waiting.get(wanted.target.id)), closing: findClosing(facts, known, withdrawn) };
}
