import type { BlockRow, ViolationRow } from './evaluation-queries.ts';
import { makeKey, type Wanted } from './judge-targets.ts';
import type { Cause, ChangedViolation, Closing, Happened, HappenedEvent, NewViolation } from './keep-queries.ts';

/** What is to be written so that what is kept is what is wanted. */
export interface Changes {
  fresh: (NewViolation & { key: string })[];
  changed: ChangedViolation[];
  /** What happened to rows that were there before. */
  events: HappenedEvent[];
  opened: number;
  closed: ViolationRow[];
}

/** Why violations open, and why they close. */
export interface Reasons {
  opening(wanted: Wanted): Cause | null;
  closing(row: ViolationRow): Closing;
}

const sameTime = (one: Date | null, other: Date | null) => (one?.getTime() ?? null) === (other?.getTime() ?? null);
const sameList = <Item>(one: readonly Item[], other: readonly Item[]) => one.length === other.length && one.every((item, index) => item === other[index]);

const isSame = (one: ChangedViolation, other: ViolationRow) =>
  one.severity === other.severity &&
  one.state === other.state &&
  one.ignored_by === other.ignored_by &&
  sameTime(one.ignored_until, other.ignored_until) &&
  one.fails_build === other.fails_build &&
  one.repository === other.repository &&
  one.path === other.path &&
  sameList(one.components, other.components) &&
  sameList(one.fixed_versions, other.fixed_versions);

function toRow(wanted: Wanted, now: Date): NewViolation {
  const { watch_id, policy_id, rule, kind, subject, severity, components, fixed_versions, fails_build, ignored, target } = wanted;
  const { repository, path, format, version } = target;
  const place = { target_id: target.id, repository, path, format, package: target.package, version };
  const state = ignored ? ('ignored' as const) : ('active' as const);
  const ignoring = { ignored_by: ignored?.by ?? null, ignored_until: ignored?.until ?? null };
  return { watch_id, policy_id, rule, kind, subject, severity, components, fixed_versions, fails_build, ...place, opened_at: now, state, ...ignoring };
}

function whatHappened(before: ViolationRow['state'], after: ViolationRow['state']): Happened | undefined {
  if (before === after) return undefined;
  if (after === 'closed') return 'closed';
  if (before === 'closed') return 'opened';
  return after === 'ignored' ? 'ignored' : 'returned';
}

function findRule(what: Happened, before: Pick<ViolationRow, 'ignored_by'>, after: Pick<ViolationRow, 'ignored_by'>): number | null {
  if (what === 'ignored') return after.ignored_by;
  return what === 'returned' ? before.ignored_by : null;
}

/** Compares what is kept with what is wanted. Only what is new, or was over and is there again, is to be told. */
export function compare(kept: readonly ViolationRow[], wanted: readonly Wanted[], now: Date, reasons: Reasons): Changes {
  const changes: Changes = { fresh: [], changed: [], events: [], opened: 0, closed: [] };
  const left = new Map(kept.map((row) => [makeKey(row), row]));
  const change = (before: ViolationRow, after: ChangedViolation, reason: () => HappenedEvent['reason']) => {
    if (isSame(after, before)) return;
    changes.changed.push(after);
    const what = whatHappened(before.state, after.state);
    if (what) changes.events.push({ violation_id: before.id, what, reason: reason(), rule_id: findRule(what, before, after) });
  };
  for (const one of wanted) {
    const row = toRow(one, now);
    const before = left.get(one.key);
    left.delete(one.key);
    if (!before) {
      changes.fresh.push({ key: one.key, ...row });
      if (row.state === 'active') changes.opened += 1;
      continue;
    }
    const again = before.state === 'closed';
    if (again && row.state === 'active') changes.opened += 1;
    const opened_at = again ? now : before.opened_at;
    change(before, { ...before, ...row, opened_at, again, reason: null }, () => (again ? reasons.opening(one) : null));
  }
  for (const row of left.values()) {
    if (row.state === 'closed') continue;
    const reason = reasons.closing(row);
    if (row.state === 'active') changes.closed.push(row);
    change(row, { ...row, state: 'closed', again: false, reason, ignored_by: null, ignored_until: null }, () => reason);
  }
  return changes;
}

const day = 24 * 3_600_000;

/** A block, with the key of the violation that it is for. */
export type PlannedBlock = Omit<BlockRow, 'violation_id'> & { key: string };

/** Which content is not to be given out, and from when; whether its violation is ignored is asked when somebody wants it, since that changes by the clock. `pulledAt` says when a version was pulled last. */
export function findBlocks(wanted: readonly (Wanted & { openedAt: Date })[], pulledAt: (target: Wanted['target']) => Date | undefined): PlannedBlock[] {
  return wanted.flatMap(({ key, openedAt, target, actions: { block_download: block } }) => {
    if (!block?.active || target.sha256 === null) return [];
    const grace = (block.grace_period_days ?? 0) * day;
    const lastPull = pulledAt(target)?.getTime() ?? 0;
    const isRunning = block.running_days === undefined || lastPull >= openedAt.getTime() - block.running_days * day;
    return [{ key, repository: target.repository, sha256: target.sha256, from_at: new Date(openedAt.getTime() + (isRunning ? grace : 0)) }];
  });
}

const blockKey = ({ repository, sha256, violation_id, from_at }: BlockRow) => `${repository} ${sha256} ${violation_id} ${from_at.getTime()}`;

export function compareBlocks(kept: readonly BlockRow[], wanted: readonly BlockRow[]): { gone: BlockRow[]; fresh: BlockRow[] } {
  const [before, after] = [new Set(kept.map(blockKey)), new Set(wanted.map(blockKey))];
  return { gone: kept.filter((row) => !after.has(blockKey(row))), fresh: wanted.filter((row) => !before.has(blockKey(row))) };
}
