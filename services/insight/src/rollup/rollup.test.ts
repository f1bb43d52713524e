import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type InsightTestPlatform, startInsightPlatform } from '../insight-test-platform.ts';
import { selectPartitions } from '../point/partition-queries.ts';
import { dayMilliseconds, keepPartitions, makePartitions, partitionAt } from '../point/partitions.ts';
import { rank, rollUp } from './rollup.ts';

let test: InsightTestPlatform;
let second: InsightTestPlatform;
let requests = 0;
let stored = 0;

beforeAll(async () => {
  test = await startInsightPlatform();
  second = await startInsightPlatform({ joins: test });
});
afterAll(async () => {
  await second?.stop();
  await test?.stop();
});
beforeEach(async () => {
  await sql`truncate point_5m, point_1h, point_1d, series, leader`.execute(test.db);
  await sql`update rollup set watermark = '-infinity'`.execute(test.db);
  requests = await makeSeries('requests', {}, false);
  stored = await makeSeries('storedBytes', {}, true);
});

async function makeSeries(metric: string, labels: object, level: boolean): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into series (metric, labels, level) values (${metric}, ${JSON.stringify(labels)}, ${level}) returning id`.execute(test.db);
  return rows[0]!.id;
}

/** Today at midnight by UTC, or yesterday where the day is too young for what a test writes. */
const midnight = new Date(Math.floor(Date.now() / dayMilliseconds - 1) * dayMilliseconds);
const at = (hour: number, minute: number) => new Date(midnight.getTime() + (hour * 60 + minute) * 60_000);

async function write(series: number, when: Date, value: number): Promise<void> {
  await makePartitions(test.db, [when]);
  await sql`insert into point_5m (series, at, value, peak, n) values (${series}, ${when}, ${value}, ${value}, 1)
    on conflict (series, at) do update set value = point_5m.value + excluded.value, changed_at = now()`.execute(test.db);
}

it('makes hours of five minutes and days of hours: sums of what happened, the last of how things stood', async () => {
  for (const [minute, value] of [
    [0, 3],
    [25, 10],
    [55, 2],
  ] as const)
    await write(requests, at(9, minute), value);
  await write(requests, at(10, 0), 7);
  await write(stored, at(9, 0), 500);
  await write(stored, at(9, 55), 300);
  await rollUp(test.context);
  expect(await test.points('point_1h')).toEqual({
    requests: [
      { at: at(9, 0).toISOString(), value: 15, peak: 10, n: 3 },
      { at: at(10, 0).toISOString(), value: 7, peak: 7, n: 1 },
    ],
    storedBytes: [{ at: at(9, 0).toISOString(), value: 300, peak: 500, n: 2 }],
  });
  expect(await test.points('point_1d')).toEqual({
    requests: [{ at: midnight.toISOString(), value: 22, peak: 10, n: 4 }],
    storedBytes: [{ at: midnight.toISOString(), value: 300, peak: 500, n: 2 }],
  });
});

it('changes nothing when it is done again, by one node or by two at once', async () => {
  await write(requests, at(9, 0), 3);
  await rollUp(test.context);
  const stamps = async () =>
    (await sql<{ changed: Date }>`select changed_at as changed from point_1h union all select changed_at from point_1d`.execute(test.db)).rows;
  const before = [await test.points('point_1h'), await test.points('point_1d'), await stamps()];
  await Promise.all([rollUp(test.context), rollUp(second.context)]);
  await rollUp(test.context);
  expect([await test.points('point_1h'), await test.points('point_1d'), await stamps()]).toEqual(before);
});

it('opens the hour and the day of a point that comes late, and no others', async () => {
  await write(requests, at(9, 0), 3);
  await write(requests, at(20, 0), 1);
  await rollUp(test.context);
  await sql`update point_1h set changed_at = now() - interval '1 hour'`.execute(test.db);
  await sql`update point_5m set changed_at = now() - interval '1 hour'`.execute(test.db);
  await write(requests, at(9, 30), 5);
  await write(requests, new Date(at(9, 30).getTime() - 3 * dayMilliseconds), 8);
  await rollUp(test.context);
  expect((await test.points('point_1h')).requests!.map(({ value }) => value)).toEqual([8, 8, 1]);
  expect((await test.points('point_1d')).requests!.map(({ value }) => value)).toEqual([8, 9]);
  const { rows } = await sql<{ count: number }>`select count(*) as count from point_1h where changed_at < now() - interval '30 minutes'`.execute(test.db);
  expect(rows[0]!.count).toBe(1);
});

it('cuts hours and days by UTC, in whatever zone a session lives and when its clocks change', async () => {
  await sql`set time zone 'Europe/Berlin'`.execute(test.db);
  const autumn = new Date('2026-10-25T00:00:00Z');
  const partition = partitionAt('point_5m', autumn);
  expect([partition.name, partition.from.toISOString(), partition.to.toISOString()]).toEqual([
    'point_5m_20261025',
    '2026-10-25T00:00:00.000Z',
    '2026-10-26T00:00:00.000Z',
  ]);
  await write(requests, at(0, 0), 1);
  await write(requests, at(23, 55), 1);
  await rollUp(test.context);
  expect((await test.points('point_1d')).requests).toEqual([{ at: midnight.toISOString(), value: 2, peak: 1, n: 2 }]);
});

it('ranks repositories by what happened in a period and by what they hold', async () => {
  for (const [repository, value] of [
    ['small', 1],
    ['large', 50],
    ['middle', 9],
  ] as const) {
    await write(await makeSeries('requests', { repository, format: 'npm' }, false), new Date(Date.now() - 3_600_000), value);
    const id = await makeSeries('storedBytes', { repository, format: 'npm' }, true);
    await sql`update series set latest = ${1000 - value} where id = ${id}`.execute(test.db);
  }
  await rollUp(test.context);
  await rank(test.context);
  const top = (metric: 'requests' | 'storedBytes', limit: number) => test.peers.insight!.top(metric, { period: 'week', limit });
  expect(await top('requests', 2)).toEqual([
    { repository: 'large', value: 50 },
    { repository: 'middle', value: 9 },
  ]);
  expect((await top('storedBytes', 5)).map(({ repository }) => repository)).toEqual(['small', 'middle', 'large']);
});

it('makes partitions ahead and drops those of which nothing is kept', async () => {
  const now = new Date();
  const old = [9, 130, 6 * 370].map((days) => new Date(now.getTime() - days * dayMilliseconds));
  await makePartitions(test.db, old);
  const ahead = partitionAt('point_5m', new Date(now.getTime() + 2 * dayMilliseconds)).name;
  expect(await selectPartitions(test.db, 'point_5m')).toContain(ahead);
  const gone = (await Promise.all([keepPartitions(test.db, now), keepPartitions(second.db, now)])).flat();
  const expected = [
    ...old.map((one) => partitionAt('point_5m', one).name),
    ...old.slice(1).map((one) => partitionAt('point_1h', one).name),
    partitionAt('point_1d', old[2]!).name,
  ];
  expect(new Set(gone)).toEqual(new Set(expected));
  expect(await selectPartitions(test.db, 'point_1h')).toContain(partitionAt('point_1h', old[0]!).name);
  // A year later there is nothing for the points of that day: whoever writes them makes it.
  expect(await keepPartitions(test.db, now)).toEqual([]);
});

it('holds what charts read in an index, so that a year of a line is a few pages of it and not a page for each day', async () => {
  await write(requests, at(9, 0), 3);
  await rollUp(test.context);
  for (const table of ['point_1h', 'point_1d']) {
    await sql`vacuum ${sql.id(table)}`.execute(test.db);
    const plan = await test.db.connection().execute(async (db) => {
      await sql`set enable_seqscan = off; set enable_bitmapscan = off`.execute(db);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select at, value from ${sql.id(table)} where series = ${requests} and at >= now() - interval '3 days'`.execute(db);
      await sql`reset enable_seqscan; reset enable_bitmapscan`.execute(db);
      return rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Scan'));
    });
    expect(plan.length).toBeGreaterThan(0);
    expect(plan.every((line) => line.includes('Index Only Scan'))).toBe(true);
  }
});
