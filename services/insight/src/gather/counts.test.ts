import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type InsightTestPlatform, startInsightPlatform } from '../insight-test-platform.ts';
import { addCounts } from '../point/point-queries.ts';
import { countCallers } from './caller-queries.ts';
import { gatherCallers } from './callers-job.ts';
import { openCounts } from './counts.ts';
import { gatherLevels } from './levels-job.ts';

let test: InsightTestPlatform;
let second: InsightTestPlatform;

beforeAll(async () => {
  test = await startInsightPlatform();
  second = await startInsightPlatform({ joins: test });
});
afterAll(async () => {
  await second?.stop();
  await test?.stop();
});
beforeEach(async () => {
  await sql`truncate point_5m, point_1h, point_1d, series, written, caller`.execute(test.db);
});

const libs = { key: 'libs', format: 'npm' };
const images = { key: 'images', format: 'docker' };
const told = { isDownload: true, caller: { user: 'ann', address: '10.0.0.1', agent: 'npm/10.9.0 node/v24.0.0 linux x64' } };
const sums = async () =>
  Object.fromEntries(Object.entries(await test.points('point_5m')).map(([name, own]) => [name, own.reduce((sum, { value }) => sum + value, 0)]));

it('adds up what two nodes counted, by repository, by format and of all together', async () => {
  const nodes = [openCounts(test.context), openCounts(second.context)];
  for (const [at, node] of nodes.entries()) {
    node.countCall({ repository: libs, status: 200, received: 10, sent: 1000, ...told });
    node.countCall({ repository: libs, status: 403, received: 5, sent: 50, ...told });
    node.countCall({ repository: images, status: at === 0 ? 404 : 502, received: 1, sent: 2, ...told });
    node.countCall({ repository: undefined, status: 404, received: 3, sent: 4, ...told, caller: { address: '10.0.0.2', agent: 'made-up/1' } });
    node.countCache(images, at === 0, 700);
    node.count('deliveries');
  }
  await Promise.all(nodes.map((node) => node.flush()));
  await Promise.all(nodes.map((node) => node.stop()));
  expect(await sums()).toEqual({
    beats: 2,
    requests: 8,
    'requests {"client": "npm CLI"}': 6,
    'requests {"client": "others"}': 2,
    downloads: 2,
    'downloads {"format": "npm"}': 2,
    'downloads {"format": "npm", "repository": "libs"}': 2,
    deliveries: 2,
    'requests {"format": "npm"}': 4,
    'requests {"format": "docker"}': 2,
    'requests {"format": "npm", "repository": "libs"}': 4,
    'requests {"format": "docker", "repository": "images"}': 2,
    refusals: 2,
    'refusals {"format": "npm"}': 2,
    'refusals {"format": "npm", "repository": "libs"}': 2,
    missing: 3,
    'missing {"format": "docker"}': 1,
    'missing {"format": "docker", "repository": "images"}': 1,
    failures: 1,
    'failures {"format": "docker"}': 1,
    'failures {"format": "docker", "repository": "images"}': 1,
    received: 38,
    'received {"format": "npm"}': 30,
    'received {"format": "npm", "repository": "libs"}': 30,
    'received {"format": "docker"}': 2,
    'received {"format": "docker", "repository": "images"}': 2,
    sent: 2112,
    'sent {"format": "npm"}': 2100,
    'sent {"format": "npm", "repository": "libs"}': 2100,
    'sent {"format": "docker"}': 4,
    'sent {"format": "docker", "repository": "images"}': 4,
    savedBytes: 700,
    'savedBytes {"format": "docker"}': 700,
    'savedBytes {"format": "docker", "repository": "images"}': 700,
    hits: 1,
    'hits {"format": "docker"}': 1,
    'hits {"format": "docker", "repository": "images"}': 1,
    misses: 1,
    'misses {"format": "docker"}': 1,
    'misses {"format": "docker", "repository": "images"}': 1,
  });
});

it('writes a batch once, however often a process that does not know tries', async () => {
  const id = randomUUID();
  const amounts = [{ metric: 'requests', labels: {}, value: 7 }];
  await Promise.all([addCounts(test.db, id, amounts), addCounts(second.db, id, amounts)]);
  await addCounts(test.db, id, amounts);
  expect(await sums()).toEqual({ requests: 7 });
});

it('keeps what could not be written down for the next time, and says nothing where nothing happened', async () => {
  const counts = openCounts(test.context);
  counts.countCall({ repository: libs, status: 200, received: 1, sent: 1, ...told });
  await sql`alter table written rename to mislaid`.execute(test.db);
  await counts.flush();
  expect(await sums()).toEqual({});
  await sql`alter table mislaid rename to written`.execute(test.db);
  await counts.flush();
  expect(await sums()).toMatchObject({ beats: 2, requests: 1, sent: 1 });
  await counts.stop();
  expect(await sums()).toMatchObject({ beats: 2, requests: 1 });
});

it('tells users and addresses apart within a day without saying who they are, whichever node they came to', async () => {
  const nodes = [openCounts(test.context), openCounts(second.context)];
  for (const [at, node] of nodes.entries())
    for (const user of ['ann', `bob-${at}`, undefined])
      node.countCall({ repository: libs, status: 200, received: 1, sent: 1, isDownload: true, caller: { user, address: `10.0.0.${at}` } });
  await Promise.all(nodes.map((node) => node.stop()));
  expect(await countCallers(test.db)).toEqual({ user: 3, address: 2 });
  const { rows } = await sql<{ mark: string }>`select mark from caller`.execute(test.db);
  expect(JSON.stringify(rows)).not.toMatch(/ann|bob|10\.0/);
  await sql`update caller set seen_at = now() - interval '25 hours' where kind = 'address'`.execute(test.db);
  await gatherCallers(test.context);
  expect(await sums()).toMatchObject({ activeUsers: 3, activeClients: 0 });
  expect(await sql`select from caller`.execute(test.db).then((found) => found.rows.length)).toBe(3);
});

it('writes levels that have changed, and none for what is gone', async () => {
  const usage = (repositories: { key: string; bytes: number }[]) => {
    test.peers.storageUsage = {
      read: async () => ({
        repositories: repositories.map((one) => ({ ...one, class: 'local', format: 'npm', files: 1 })),
        blobs: { count: 1, bytes: 5 },
        trash: { files: 0, bytes: 0 },
      }),
      countPackages: async () => 3,
    };
  };
  usage([
    { key: 'libs', bytes: 100 },
    { key: 'old', bytes: 40 },
  ]);
  test.peers.countUsers = async () => 2;
  test.peers.countFindings = () => Promise.reject(new Error('the service is busy'));
  await gatherLevels(test.context);
  // What one service could not say keeps the others out of the same look only.
  expect(await sums()).toMatchObject({ storedBytes: 140, 'storedBytes {"format": "npm", "repository": "libs"}': 100, blobBytes: 5 });
  test.peers.countFindings = async () => ({ Critical: 4, High: 0 });
  usage([{ key: 'libs', bytes: 120 }]);
  await gatherLevels(test.context);
  await gatherLevels(test.context);
  expect(await sums()).toMatchObject({
    storedBytes: 120,
    users: 2,
    packages: 3,
    'findings {"severity": "Critical"}': 4,
    'findings {"severity": "High"}': 0,
    'storedBytes {"format": "npm", "repository": "libs"}': 120,
    'storedBytes {"format": "npm", "repository": "old"}': 0,
  });
  const { 'storedFiles {"format": "npm", "repository": "libs"}': files } = await test.points('point_5m');
  expect(files).toMatchObject([{ value: 1, n: 1 }]);
});

it('takes levels of other deployments, late ones too, and neither strange nor endless ones', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const note = (at: Date, value: number, metric = 'storedBytes', labels = {}) => test.peers.insight!.note('other', at, [{ metric, labels, value }]);
  await note(ago(2), 20);
  await note(ago(30), 10);
  await note(ago(0), 30);
  await note(ago(9 * 24), 1);
  await note(ago(-2), 99);
  await note(ago(0), 1, 'made-up');
  await note(ago(0), 1, 'requests');
  await note(ago(0), 1, 'findings', { severity: 'Whatever' });
  await note(ago(0), 1, 'storedBytes', { repository: 'libs' });
  await note(ago(0), 5, 'findings', { severity: 'High' });
  const points = await test.points('point_5m');
  expect(Object.keys(points)).toEqual(['findings {"unit": "other", "severity": "High"}', 'storedBytes {"unit": "other"}']);
  expect(points['storedBytes {"unit": "other"}']!.map(({ value }) => value)).toEqual([10, 20, 30]);
});
