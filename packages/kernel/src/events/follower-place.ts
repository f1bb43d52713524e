/** Numbers of events that were given out and could not be seen yet: their transactions are open, or were undone. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** Once every transaction below this number has ended, what is missing here will never come. */
  readonly until: string;
}

/** Everything up to `id` was looked at, except for what is in the gaps. Gaps are in order. */
export interface Place {
  readonly id: number;
  readonly gaps: readonly Gap[];
}

/** One look at the events behind a place, with the snapshot that it saw. */
export interface Look {
  /** In order. */
  readonly ids: readonly number[];
  /** All transactions below this one have ended. */
  readonly xmin: string;
  /** No transaction from this one on had begun. */
  readonly xmax: string;
}

/** Lists what is missing from one number to another. */
function findMissing(from: number, to: number, ids: readonly number[], until: string): Gap[] {
  const gaps: Gap[] = [];
  let next = from;
  for (const id of ids) {
    if (id < from || id > to) continue;
    if (id > next) gaps.push({ from: next, to: id - 1, until });
    next = id + 1;
  }
  if (next <= to) gaps.push({ from: next, to, until });
  return gaps;
}

/**
 * The place after a look. Numbers are given out in order and after their transaction has its own (see `publish`), so whoever took a number that is missing
 * before a visible one had begun when the look was made.
 */
export function advancePlace({ id, gaps }: Place, { ids, xmin, xmax }: Look): Place {
  const open = gaps.filter(({ until }) => BigInt(until) > BigInt(xmin)).flatMap(({ from, to, until }) => findMissing(from, to, ids, until));
  const last = Math.max(id, ids.at(-1) ?? 0);
  return { id: last, gaps: [...open, ...findMissing(id + 1, last, ids, xmax)] };
}
