import { readStorageForecast } from '@packhouse/contract/insight/insight-routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { gatherLevels } from '../gather/levels-job.ts';
import { type InsightTestPlatform, startInsightPlatform } from '../insight-test-platform.ts';
import { makePartitions } from '../point/partitions.ts';
import { findFull, fitLine } from './forecast.ts';

let test: InsightTestPlatform;
beforeAll(async () => {
  test = await startInsightPlatform({ actors: { ann: {} } });
});
afterAll(() => test?.stop());
beforeEach(() => sql`truncate point_1d, series`.execute(test.db));

const day = 86_400_000;
const today = Math.floor(Date.now() / day) * day;

async function keep(values: readonly number[]): Promise<void> {
  const moments = values.map((_, at) => new Date(today - (values.length - 1 - at) * day));
  await makePartitions(test.db, moments);
  await sql`insert into series (metric, labels, level) values ('blobBytes', '{}', true)`.execute(test.db);
  for (const [at, value] of values.entries())
    await sql`insert into point_1d (series, at, value, peak, n) select id, ${moments[at]}, ${value}, ${value}, 1 from series`.execute(test.db);
}

const holds = (disk: { total: number; free: number } | undefined) => {
  test.peers.storageUsage = {
    read: async () => ({ repositories: [], blobs: { count: 1, bytes: 1 }, trash: { files: 0, bytes: 0 }, disk }),
    countPackages: async () => 0,
  };
};

it('INS-003 says nothing about a future that too few days tell of', async () => {
  holds({ total: 2000, free: 1000 });
  await keep(Array.from({ length: 13 }, (_, at) => at * 10));
  const forecast = await test.call(readStorageForecast, {});
  expect(forecast).toMatchObject({ days: 13, perDay: null, spread: null, full: null, disk: { total: 2000, free: 1000 } });
  expect(forecast.values.slice(-3)).toEqual([100, 110, 120]);
  expect([forecast.values.length, forecast.values[0]]).toEqual([30, null]);
  await expect(test.call(readStorageForecast, {}, { as: 'ann' })).rejects.toMatchObject({ code: 'forbidden' });
});

it('INS-003 tells today what was looked at a moment ago', async () => {
  holds({ total: 2000, free: 1000 });
  await gatherLevels(test.context);
  expect(await test.call(readStorageForecast, {})).toMatchObject({ days: 1, values: [...Array.from({ length: 29 }, () => null), 1] });
});

it('INS-003 says when the disk is full if it goes on like this', async () => {
  holds({ total: 2000, free: 1000 });
  await keep(Array.from({ length: 20 }, (_, at) => 500 + at * 10));
  const steady = await test.call(readStorageForecast, {});
  expect([Math.round(steady.perDay!), Math.round(steady.spread!)]).toEqual([10, 0]);
  const days = (at: string) => Math.round((Date.parse(at) - Date.now()) / day);
  expect([days(steady.full!.earliest), days(steady.full!.latest!)]).toEqual([100, 100]);
  holds(undefined);
  expect(await test.call(readStorageForecast, {})).toMatchObject({ disk: null, full: null });
});

it('leaves a range where things go up and down, and no end where nothing grows', () => {
  const now = new Date();
  const wild = fitLine([0, 100, 20, 130, 40, 150, 60, 170].map((value, at) => ({ at, value })));
  expect(wild.rise).toBeGreaterThan(0);
  expect(wild.spread).toBeGreaterThan(0);
  const full = findFull(1000, { rise: 10, spread: 4 }, now);
  expect(Date.parse(full!.earliest)).toBeLessThan(Date.parse(full!.latest!));
  expect(findFull(1000, { rise: 10, spread: 12 }, now)).toMatchObject({ latest: null });
  expect(findFull(1000, { rise: -1, spread: 12 }, now)).toBeNull();
  expect(findFull(1e9, { rise: 10, spread: 0 }, now)).toBeNull();
});
