import { listCoverageGaps, listNotJudged } from '@packhouse/contract/scanning/coverage-routes.ts';
import { readSecurityOverview } from '@packhouse/contract/scanning/overview-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { makeGrant } from '@packhouse/testkit/grant-of.ts';
import { lines, osv, packTar, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db, ScanningSchema } from '../schema.ts';
import { fillKinds } from './coverage-queries.ts';

let test: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  test = await startScanningPlatform({
    actors: {
      reader: { grants: [makeGrant('repository', ['js'], ['read'])] },
      partial: { grants: [makeGrant('repository', ['images'], ['read'], ['gems/**'])] },
      stranger: {},
    },
  });
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
  for (const key of ['js', 'unseen']) await test.create({ class: 'local', key, format: 'npm', settings: { scanned: key === 'js' } });
  await test.create({ class: 'local', key: 'images', format: 'docker' });
  await test.create({ class: 'local', key: 'charts', format: 'helm' });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

const read = async (query: object = {}, as = 'admin') => {
  const { items, counts, scans } = await test.call(listCoverageGaps, { query }, { as });
  return { gaps: items.map(({ repository, reason, ecosystem, versions }) => [repository, reason, ecosystem, versions].join(' ')), counts, scans };
};

it('tells of nothing where nothing is but what nobody looks at', async () => {
  expect(await read()).toEqual({ gaps: ['unseen not_indexed  '], counts: [{ reason: 'not_indexed', gaps: 1, versions: 0 }], scans: { scanned: 0, total: 0 } });
  expect((await read({}, 'stranger')).gaps).toEqual([]);
});

it('tells where a kind is that no source stands for, also inside of images, and what could not be read', async () => {
  await test.publishNpm('js', 'app', '1.0.0');
  await test.scanned('npm://app', '1.0.0');
  await test.pushImage('images', 'gems', '1', [await packTar({ 'usr/lib/ruby/specifications/rack-3.0.0.gemspec': 'x' })]);
  await test.pushImage('images', 'other', '1', [await packTar({ 'usr/lib/ruby/specifications/rake-3.0.0.gemspec': 'x' })]);
  await test.pushImage('images', 'broken', '1', [(await packTar({ 'a.txt': 'x'.repeat(5000) })).subarray(0, 30)]);
  for (const image of ['gems', 'other', 'broken']) await test.scanned(`docker://${image}`, '1');
  const gaps = ['images failed  1', 'images no_source RubyGems 2', 'js no_source npm 1', 'unseen not_indexed  '];
  await expect.poll(async () => (await read()).gaps, patience).toEqual(gaps);
  expect((await test.call(readSecurityOverview, { query: {} })).not_judged).toEqual(['RubyGems', 'npm']);
  const record = osv('GHSA-app', { ecosystem: 'npm', name: 'app', events: [{ introduced: '0' }] });
  await test.upload(await test.source('npm', { covers: ['npm'] }), lines(record));
  expect((await read()).gaps).toEqual(gaps.filter((gap) => !gap.startsWith('js')));
  expect(await read({ reason: 'no_source' })).toMatchObject({ gaps: ['images no_source RubyGems 2'], counts: [{}, { reason: 'no_source', versions: 2 }, {}] });
  expect((await read({}, 'reader')).gaps).toEqual([]);
  expect((await test.call(readSecurityOverview, { query: {} })).not_judged).toEqual(['RubyGems']);
});

it('calls a source old that nobody renewed for a week', async () => {
  await sql`update source set good_at = now() - interval '8 days' where name = 'npm'`.execute(db);
  expect((await read({ repository: 'js' })).gaps).toEqual(['js old_source npm 1']);
  await sql`update source set good_at = now() where name = 'npm'`.execute(db);
});

it('turns pages of gaps, and of the versions of one, and tells of each why it is one', async () => {
  const first = await test.call(listCoverageGaps, { query: { limit: 1 } });
  const second = await test.call(listCoverageGaps, { query: { limit: 200, after: first.next! } });
  expect([...first.items, ...second.items].map(({ reason }) => reason)).toEqual(['failed', 'no_source', 'not_indexed']);
  expect(second.next).toBeNull();
  await expect(test.call(listCoverageGaps, { query: { after: 'x' } })).rejects.toMatchObject({ code: 'invalid_input' });
  const wanted = { reason: 'no_source', repository: 'images', ecosystem: 'RubyGems' } as const;
  const page = await test.call(listNotJudged, { query: { ...wanted, limit: 1 } });
  expect(page).toMatchObject({
    items: [{ path: 'gems/1/manifest.json', packageId: 'docker://gems', version: '1', reason: null }],
    next: 'gems/1/manifest.json',
  });
  expect(await test.call(listNotJudged, { query: { ...wanted, after: page.next! } })).toMatchObject({
    items: [{ version: '1', packageId: 'docker://other' }],
    next: null,
  });
  const failed = await test.call(listNotJudged, { query: { reason: 'failed', repository: 'images' } });
  expect(failed.items).toMatchObject([{ path: 'broken/1/manifest.json', reason: expect.stringContaining('cannot be read'), scanned: null }]);
  const seen = await test.call(listNotJudged, { query: wanted }, { as: 'partial' });
  expect(seen.items.map(({ packageId }) => packageId)).toEqual(['docker://gems']);
  expect((await test.call(listNotJudged, { query: wanted }, { as: 'reader' })).items).toEqual([]);
});

it('keeps the figures that counting gives, whatever happens', async () => {
  const counted = sql<{ repository: string; state: string; kind: string; versions: string }>`
    select repository, state, '' as kind, count(*) as versions from target group by repository, state
    union all select repository, '', kind, count(*) from target cross join unnest(kinds) as kind where scanned_at is not null group by repository, kind order by 1, 2, 3`;
  const kept = sql`select repository, state, kind, sum(versions)::bigint as versions from target_step group by repository, state, kind having sum(versions) <> 0 order by 1, 2, 3`;
  const isSame = async () => expect((await kept.execute(db)).rows).toEqual((await counted.execute(db)).rows);
  await isSame();
  await sql`select fold_targets()`.execute(db);
  await isSame();
  // As after an upgrade.
  await sql`update target set kinds = null`.execute(db);
  await isSame();
  while ((await fillKinds(db, 2)) > 0);
  await isSame();
  expect((await sql<{ kinds: string[] }>`select distinct kinds from target where package = 'gems'`.execute(db)).rows).toEqual([{ kinds: ['RubyGems'] }]);
  await sql`delete from target where repository = 'images'`.execute(db);
  await isSame();
});
