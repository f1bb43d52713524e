import type { Db } from '../schema.ts';
import { createPartitions, dropPartition, type Partition, selectPartitions } from './partition-queries.ts';

export type PointTableName = 'point_5m' | 'point_1h' | 'point_1d';

export const dayMilliseconds = 86_400_000;

interface Division {
  /** Parts of a date that name a partition: year, month, day. */
  parts: 1 | 2 | 3;
  /** Points are kept so many days. */
  keepDays: number;
}

/** All by UTC, which knows no summer time. */
const divisions: Readonly<Record<PointTableName, Division>> = {
  point_5m: { parts: 3, keepDays: 8 },
  point_1h: { parts: 2, keepDays: 90 },
  point_1d: { parts: 1, keepDays: 5 * 366 },
};
const pointTables = Object.keys(divisions) as PointTableName[];

/** Points of five minutes are taken so long after. */
export const latestWithin = 7 * dayMilliseconds;

/** The partition of a table that a moment falls into. */
export function partitionAt(table: PointTableName, at: Date): Partition {
  const { parts } = divisions[table];
  const [year, month, day] = [at.getUTCFullYear(), parts > 1 ? at.getUTCMonth() : 0, parts > 2 ? at.getUTCDate() : 1];
  const from = new Date(Date.UTC(year, month, day));
  const to = new Date(parts === 1 ? Date.UTC(year + 1, 0) : parts === 2 ? Date.UTC(year, month + 1) : Date.UTC(year, month, day + 1));
  return { table, name: `${table}_${from.toISOString().slice(0, 10).split('-').slice(0, parts).join('')}`, from, to };
}

/** Makes the partitions that these moments fall into, where there are none. */
export async function makePartitions(db: Db, moments: readonly Date[], tables: readonly PointTableName[] = pointTables): Promise<void> {
  for (const table of tables) {
    const wanted = new Map(moments.map((at) => partitionAt(table, at)).map((one) => [one.name, one]));
    for (const name of await selectPartitions(db, table)) wanted.delete(name);
    if (wanted.size > 0) await createPartitions(db, [...wanted.values()]);
  }
}

/** Begin of the time that the name of a partition stands for. */
function readBegin(table: PointTableName, name: string): Date {
  const digits = name.slice(table.length + 1);
  return new Date(Date.UTC(Number(digits.slice(0, 4)), Number(digits.slice(4, 6) || 1) - 1, Number(digits.slice(6, 8) || 1)));
}

/** Makes partitions for today and the days to come, and drops those of which nothing is kept any more. Answers which went. */
export async function keepPartitions(db: Db, now: Date): Promise<string[]> {
  await makePartitions(
    db,
    [-1, 0, 1, 2].map((days) => new Date(now.getTime() + days * dayMilliseconds)),
  );
  const dropped: string[] = [];
  for (const table of pointTables)
    for (const name of await selectPartitions(db, table)) {
      const { to } = partitionAt(table, readBegin(table, name));
      if (to.getTime() >= now.getTime() - divisions[table].keepDays * dayMilliseconds) continue;
      await dropPartition(db, name);
      dropped.push(name);
    }
  return dropped;
}

/** PostgreSQL has no partition for a row. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const lacksPartition = (error: unknown) => (error as { code?: string }).code === '23514';

/** Writes points; where a partition is missing, because the process slept or the points are late, it is made first. */
export async function withPartitions<Result>(db: Db, moments: readonly Date[], write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!lacksPartition(error)) throw error;
    await makePartitions(db, moments);
    return write();
  }
}
