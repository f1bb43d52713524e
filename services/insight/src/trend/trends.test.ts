import { insightPeriods } from '@packhouse/contract/insight/insight-metrics.ts';
import {
  readRepositoryTrends,
  readTrends,
  readUnitFederation,
  readUnitReplication,
  readUnitStorage,
  type Trends,
} from '@packhouse/contract/insight/insight-routes.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatherLevels } from '../gather/levels-job.ts';
import { type InsightTestPlatform, startInsightPlatform } from '../insight-test-platform.ts';
import { makePartitions } from '../point/partitions.ts';
import { rank, rollUp } from '../rollup/rollup.ts';

let test: InsightTestPlatform;

const reader = {
  permission: 'p',
  resourceType: 'repository' as const,
  names: ['libs'],
  include: [],
  exclude: [],
  actions: ['read' as const],
  through: 'test',
};

beforeAll(async () => {
  test = await startInsightPlatform({ actors: { ann: { grants: [reader] } } });
});
afterAll(() => test?.stop());
beforeEach(async () => {
  await sql`truncate point_5m, point_1h, point_1d, series, leader`.execute(test.db);
  await sql`update rollup set watermark = '-infinity'`.execute(test.db);
});

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);

async function write(metric: string, labels: object, value: number, at: Date, level = false): Promise<void> {
  await makePartitions(test.db, [at]);
  await sql`
    with made as (insert into series (metric, labels, level, latest) values (${metric}, ${JSON.stringify(labels)}, ${level}, ${level ? value : null})
      on conflict (metric, labels) do update set latest = excluded.latest returning id)
    insert into point_5m (series, at, value, peak, n) select id, date_bin('5 minutes', ${at}::timestamptz, 'epoch'), ${value}, ${value}, 1 from made
    on conflict (series, at) do update set value = point_5m.value + excluded.value`.execute(test.db);
}

/** As the counting of every minute does, which nobody waits for here. */
const beat = (...hours: readonly number[]) => Promise.all(hours.map((one) => write('beats', {}, 1, ago(one))));

const chart = ({ charts }: Pick<Trends, 'charts'>, id: string) => charts.find((one) => one.id === id)!;
const sumOf = (values: readonly (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

describe('INS-003 trends', () => {
  it('INS-003 tells a week in hours unless asked for another period, and knows nothing before anything was counted', async () => {
    const { figures, charts, ...span } = await test.call(readTrends, { query: {} });
    expect(span).toMatchObject({ period: 'week', step: 3600, since: null });
    expect(Date.parse(span.to) - Date.parse(span.from)).toBe(7 * 24 * hour);
    expect(figures.map(({ id, value, before }) => [id, value, before])).toEqual(['storage', 'traffic', 'cache', 'findings'].map((id) => [id, null, null]));
    for (const { series } of charts) expect(series.every(({ values }) => values.length === 168 && values.every((value) => value === null))).toBe(true);
    for (const [period, step, count] of [
      ['day', 300, 288],
      ['month', 6 * 3600, 120],
      ['year', 24 * 3600, 365],
    ] as const) {
      const answer = await test.call(readTrends, { query: { period } });
      expect([answer.step, chart(answer, 'traffic').series[0]!.values.length]).toEqual([step, count]);
    }
    expect((await fetch(`${test.baseUrl}${readTrends.url}?period=decade`, { headers: test.headersOf('admin') })).status).toBe(400);
  });

  it('INS-003 tells what events counted where nothing beat, which is a gap of everything else', async () => {
    await beat(3);
    await write('scans', {}, 2, ago(2));
    const [line] = chart(await test.call(readTrends, { query: { period: 'day' } }), 'scans').series;
    expect(line!.values.filter((value) => value !== null)).toEqual([0, 2]);
  });

  it('INS-003 shows five repositories and all others together, and the four figures', async () => {
    await beat(1, 2, 3);
    for (let at = 1; at <= 7; at++) {
      await write('requests', { repository: `r${at}`, format: 'npm' }, at, ago(2));
      await write('storedBytes', { repository: `r${at}`, format: 'npm' }, 100 * at, ago(2), true);
    }
    await write('requests', {}, 28, ago(2));
    for (const [client, value] of [
      ['npm CLI', 9],
      ['browsers', 12],
      ['others', 5],
    ] as const)
      await write('requests', { client }, value, ago(2));
    await write('activeUsers', {}, 6, ago(1), true);
    await write('savedBytes', {}, 700, ago(2));
    await write('storedBytes', {}, 2800, ago(2), true);
    await write('sent', {}, 500, ago(2));
    await write('received', {}, 100, ago(1));
    await write('hits', {}, 30, ago(2));
    await write('misses', {}, 10, ago(1));
    await write('findings', { severity: 'Critical' }, 2, ago(1), true);
    await write('findings', { severity: 'Low' }, 5, ago(1), true);
    await write('violations', { severity: 'High' }, 3, ago(1), true);
    await write('waitingMessages', {}, 4, ago(1), true);
    for (const [format, bytes] of [
      ['npm', 2500],
      ['maven', 300],
    ] as const)
      await write('storedBytes', { format }, bytes, ago(2), true);
    await rollUp(test.context);
    await rank(test.context);
    const trends = await test.call(readTrends, { query: { period: 'week' } });
    expect(Object.fromEntries(trends.figures.map(({ id, value }) => [id, value]))).toEqual({ storage: 2800, traffic: 600, cache: 0.75, findings: 7 });
    expect(trends.figures.every(({ before }) => before === null)).toBe(true);
    const requests = chart(trends, 'requests').series;
    expect(requests.map(({ of, name, values }) => [of, name, sumOf(values)])).toEqual([
      ['repository', 'r7', 7],
      ['repository', 'r6', 6],
      ['repository', 'r5', 5],
      ['repository', 'r4', 4],
      ['repository', 'r3', 3],
      ['others', '', 3],
    ]);
    expect(chart(trends, 'clients').series.map(({ of, name, values }) => [of, name, sumOf(values)])).toEqual([
      ['client', 'browsers', 12],
      ['client', 'npm CLI', 9],
      ['others', '', 7],
    ]);
    expect(chart(trends, 'callers').series[0]!.values.findLast((value) => value !== null)).toBe(6);
    expect(chart(trends, 'saved').series.map(({ name, values }) => [name, sumOf(values)])).toEqual([
      ['savedBytes', 700],
      ['fetchedBytes', 0],
    ]);
    const storage = chart(trends, 'storage').series;
    expect(storage.map(({ name, values }) => [name, values.findLast((value) => value !== null)])).toEqual([
      ['r7', 700],
      ['r6', 600],
      ['r5', 500],
      ['r4', 400],
      ['r3', 300],
      ['', 300],
    ]);
    expect(chart(trends, 'findings').series.map(({ name }) => name)).toEqual(['Critical', 'Low']);
    const lasts = (id: string) => chart(trends, id).series.map(({ of, name, values }) => [of, name, values.findLast((value) => value !== null)]);
    expect(lasts('formats')).toEqual([
      ['format', 'npm', 2500],
      ['format', 'maven', 300],
    ]);
    expect(lasts('violations')).toEqual([['figure', 'High', 3]]);
    expect(lasts('waiting')).toEqual([
      ['figure', 'waitingMessages', 4],
      ['figure', 'queuedJobs', undefined],
    ]);
    expect(trends.since).not.toBeNull();
  });

  it('INS-003 compares with the period before where all of that was counted, and leaves gaps where nothing was', async () => {
    await beat(1, 3, 5, 30, 47, 60);
    await write('sent', {}, 40, ago(3));
    await write('sent', {}, 10, ago(30));
    await rollUp(test.context);
    const { figures, charts } = await test.call(readTrends, { query: { period: 'day' } });
    expect(figures.find(({ id }) => id === 'traffic')).toEqual({ id: 'traffic', value: 40, before: 10 });
    const { values } = chart({ charts }, 'traffic').series[0]!;
    expect(values.filter((value) => value !== null)).toEqual([0, 40, 0]);
  });

  it('INS-003 tells at once what is known of this moment, before figures are rolled up', async () => {
    await beat(1);
    await write('findings', { severity: 'High' }, 0, ago(1), true);
    await rollUp(test.context);
    test.peers.countFindings = async () => ({ High: 3 });
    await gatherLevels(test.context);
    for (const period of insightPeriods) {
      const trends = await test.call(readTrends, { query: { period } });
      expect(trends.figures.find(({ id }) => id === 'findings')?.value).toBe(3);
      expect(chart(trends, 'findings').series.map(({ name, values }) => [name, values.at(-1)])).toEqual([['High', 3]]);
    }
    delete test.peers.countFindings;
  });

  it('INS-003 is for administrators; who may read a repository is told of that one', async () => {
    await beat(1);
    await write('requests', { repository: 'libs', format: 'npm' }, 4, ago(1));
    await rollUp(test.context);
    test.peers.repositories = { list: async () => [{ key: 'libs', class: 'local', format: 'npm' }] } as never;
    const status = async (url: string, as: string) => (await fetch(`${test.baseUrl}${url}`, { headers: test.headersOf(as) })).status;
    expect([await status(readTrends.url, 'ann'), await status(readTrends.url, 'anonymous')]).toEqual([403, 401]);
    const { charts } = await test.call(readRepositoryTrends, { params: { key: 'libs' }, query: {} }, { as: 'ann' });
    expect(sumOf(chart({ charts }, 'requests').series[0]!.values)).toBe(4);
    expect(await status(readRepositoryTrends.url.replace(':key', 'other'), 'ann')).toBe(403);
    expect(await status(readRepositoryTrends.url.replace(':key', 'other'), 'admin')).toBe(404);
  });
});

it('TOPO-015 tells what a deployment stored over a period: this one, or another by what it told', async () => {
  test.peers.installation = { id: 'home' } as never;
  test.peers.deployments = {
    list: async () => [],
    find: async (id) => (id === 'far' ? ({ id, home: false } as never) : undefined),
    beacon: async () => undefined,
    connections: async () => [],
  };
  await beat(1, 2);
  await write('blobBytes', {}, 700, ago(2), true);
  await test.peers.insight!.note('far', ago(3), [{ metric: 'blobBytes', labels: {}, value: 90 }]);
  await rollUp(test.context);
  for (const unit of ['', 'home']) {
    const own = await test.call(readUnitStorage, { query: { unit, period: 'week' } });
    expect(own).toMatchObject({ unit: 'home', period: 'week', bytes: 700 });
    expect(own.values.filter((value) => value !== null)).toEqual([700, 700]);
  }
  const far = await test.call(readUnitStorage, { query: { unit: 'far' } });
  expect(far.bytes).toBe(90);
  await expect(test.call(readUnitStorage, { query: { unit: 'unknown' } })).rejects.toMatchObject({
    status: 404,
    message: 'There is no platform deployment unknown',
  });
});

it('TOPO-016 TOPO-017 tells what goes between a deployment and others within a period', async () => {
  const connection = { name: 'to far', source: 'home', target: 'far', status: 'Succeeded', lagMs: null, error: null } as const;
  test.peers.installation = { id: 'home' } as never;
  test.peers.deployments = {
    list: async () => [],
    find: async () => undefined,
    connections: async () => [
      { ...connection, kind: 'REPLICATION', lastAt: ago(3).toISOString() },
      { ...connection, kind: 'REPLICATION', name: 'long ago', lastAt: ago(30 * 24).toISOString() },
      { ...connection, kind: 'REPLICATION', name: 'never', status: 'Not Run', lastAt: null },
      { ...connection, kind: 'FEDERATION', name: 'people', lastAt: ago(1).toISOString() },
      { ...connection, kind: 'FEDERATION', name: 'groups', lastAt: ago(30 * 24).toISOString(), error: { message: 'nobody answers' } },
    ],
  } as never;
  const replication = await test.call(readUnitReplication, { query: { unit: 'home' } });
  expect([replication.unit, replication.period, replication.items.map(({ name }) => name)]).toEqual(['home', 'week', ['to far', 'never']]);
  const federation = await test.call(readUnitFederation, { query: { period: 'day' } });
  expect(federation.items.map(({ name, status }) => [name, status])).toEqual([
    ['people', 'Succeeded'],
    ['groups', 'Succeeded'],
  ]);
  const refused = await fetch(`${test.baseUrl}/ui/api/v1/insight/api/v2/replication?unit=home&period=week`, { headers: test.headersOf('ann') });
  expect(refused.status).toBe(403);
  await expect(test.call(readUnitFederation, { query: { unit: 'nobody' } })).rejects.toMatchObject({ status: 404 });
});

it('INS-001 answers JSON 404 for unknown paths under both bases', async () => {
  expect([prefixes.consoleInsight, prefixes.consoleInsight2]).toEqual(['/ui/api/v1/insight/api/v1', '/ui/api/v1/insight/api/v2']);
  for (const base of [prefixes.consoleInsight, prefixes.consoleInsight2])
    for (const path of ['', '/nothing', '/trends/more']) {
      const answer = await fetch(`${test.baseUrl}${base}${path}`, { headers: test.headersOf('admin') });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, expect.stringContaining('application/json')]);
      expect(await answer.json()).toMatchObject({ errors: [{ status: 404 }] });
    }
});
