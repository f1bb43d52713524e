/** One contestant of a row, measured once per round. */
export interface Contestant {
  readonly name: string;
  measure(): Promise<number>;
}

/** Something to be measured, of the platform and beside it of its peers, in turns. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Whether more or less is better. */
  readonly better: 'more' | 'less';
  /** The platform first. */
  readonly contestants: readonly Contestant[];
  /** The ratio against the first peer, or without a peer the figure itself, must reach this. */
  readonly target?: number;
}

export interface RowResult {
  readonly row: Row;
  /** Median of the rounds, in the order of the contestants. */
  readonly medians: readonly number[];
  readonly samples: readonly (readonly number[])[];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/**
 * How many times better the platform is than its first peer; undefined without one. The median of the ratios of single rounds, not the
 * ratio of medians: what else the machine does changes slowly, and hits both contestants of a round alike.
 */
export function findRatio({ row, samples: [own = [], peer] }: RowResult): number | undefined {
  if (peer === undefined) return undefined;
  const ratios = own.flatMap((value, round) => {
    const other = peer[round];
    return other === undefined ? [] : [row.better === 'more' ? value / other : other / value];
  });
  return median(ratios);
}

/** Whether the target is reached; undefined where there is none. */
export function isReached(result: RowResult): boolean | undefined {
  const { target, better } = result.row;
  if (target === undefined) return undefined;
  const ratio = findRatio(result);
  if (ratio !== undefined) return ratio >= target;
  const own = result.medians[0] ?? Number.NaN;
  return better === 'more' ? own >= target : own <= target;
}

/** Measures all contestants in turns, so that what else the machine does falls on each of them alike. */
export async function measureRow(row: Row, rounds: number): Promise<RowResult> {
  const samples = row.contestants.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < row.contestants.length; turn++) {
      const index = (turn + round) % row.contestants.length;
      const value = await row.contestants[index]?.measure();
      if (value !== undefined) samples[index]?.push(value);
    }
  }
  return { row, medians: samples.map(median), samples };
}
