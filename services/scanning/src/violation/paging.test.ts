import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import type { Violation } from '@packhouse/contract/scanning/violation.ts';
import { listViolationGroups } from '@packhouse/contract/scanning/violation-group-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ScanningSchema } from '../schema.ts';

const grant = { permission: 'readers', resourceType: 'repository' as const, names: ['js'], exclude: [], actions: ['read' as const], through: 'user' };
let test: ScanningTestPlatform;
const names = ['ant', 'bee', 'cat', 'dog', 'elk'];

beforeAll(async () => {
  test = await startScanningPlatform({ actors: { partial: { grants: [{ ...grant, include: ['ant/**'] }] } } });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  for (const name of names) await test.publishNpm('js', name, '1.0.0');
  for (const name of names) await test.scanned(`npm://${name}`, '1.0.0');
  const severity = { ant: 'LOW', bee: 'HIGH', cat: 'LOW', dog: 'CRITICAL', elk: 'HIGH' } as Record<string, string>;
  const about = (name: string) => ({ ecosystem: 'npm', name, events: [{ introduced: '0' }, ...(name === 'cat' ? [] : [{ fixed: '1.1.0' }])] });
  await test.upload(
    await test.source('advisories'),
    lines(...names.map((name) => osv(`GHSA-${name}`, about(name), { database_specific: { severity: severity[name] } })), osv('GHSA-ant-2', about('ant'))),
  );
  await test.call(createPolicy, {
    body: { name: 'all', type: 'security', rules: [{ name: 'any', criteria: { min_severity: 'All Severities' }, actions: {} }] },
  });
  const body = { general_data: { name: 'w' }, project_resources: { resources: [{ type: 'all-repos' as const }] }, assigned_policies: [{ name: 'all' }] };
  await test.call(createWatch, { body });
  await vi.waitFor(async () => {
    if ((await read({})).total_count < 6) throw new Error('Not all is judged');
  }, patience);
});
afterAll(() => test?.stop());

const read = (query: object, body: object = {}) => test.call(listViolations, { query: { num_of_rows: 2, ...query }, body });
const tell = (rows: readonly Violation[]) => rows.map(({ subject }) => subject);

it.each([
  ['severity', 'asc'],
  ['severity', 'desc'],
  ['created', 'desc'],
  ['package', 'asc'],
  ['package', 'desc'],
  ['watch', 'asc'],
] as const)('violations by %s, %s are turned forth and back by places, as numbers of pages turn them', async (order_by, direction) => {
  const order = { order_by, direction };
  const [first, second, third] = [await read({ ...order }), await read({ ...order, page_num: 2 }), await read({ ...order, page_num: 3 })];
  const whole = tell([...first.data, ...second.data, ...third.data]);
  expect([...whole].sort()).toEqual([...names.map((name) => `GHSA-${name}`), 'GHSA-ant-2'].sort());
  expect([first.previous, third.next]).toEqual([null, null]);
  const next = await read({ ...order, after: first.next! });
  const last = await read({ ...order, after: next.next! });
  expect(tell([...first.data, ...next.data, ...last.data])).toEqual(whole);
  expect(last.next).toBeNull();
  const back = await read({ ...order, before: last.previous! });
  const begin = await read({ ...order, before: back.previous! });
  expect([tell(back.data), tell(begin.data), begin.previous]).toEqual([tell(next.data), tell(first.data), null]);
  expect(tell((await read({ ...order, after: begin.next! })).data)).toEqual(tell(next.data));
});

it('refuses places of another order, and what is none', async () => {
  const { next } = await read({});
  const forged = Buffer.from(JSON.stringify(['severity asc', '1', "1' or true"])).toString('base64url');
  for (const after of [forged, 'nowhere']) await expect(read({ after })).rejects.toMatchObject({ status: 400 });
  await expect(read({ order_by: 'created', after: next! })).rejects.toMatchObject({ status: 400 });
});

it('puts violations together by what they have in common, and narrows the list to what is in a group', async () => {
  const group = (by: 'component' | 'subject' | 'watch' | 'policy' | 'artifact', query: object = {}, body: object = {}, as = 'admin') =>
    test.call(listViolationGroups, { query: { by, ...query }, body }, { as });
  expect((await group('watch')).items).toEqual([{ key: 'w', title: 'w', severity: 'Critical', count: 6, fixable: 5, narrow: { watch: 'w' } }]);
  expect((await group('policy')).items).toMatchObject([{ key: 'all', count: 6 }]);
  const artifacts = await group('artifact');
  expect([artifacts.total, artifacts.items.map(({ title, count }) => `${title} ${count}`)]).toEqual([
    5,
    ['dog 1.0.0 1', 'bee 1.0.0 1', 'elk 1.0.0 1', 'ant 1.0.0 2', 'cat 1.0.0 1'],
  ]);
  const first = await group('component', { limit: 3 });
  const second = await group('component', { limit: 3, after: first.next! });
  expect([...first.items, ...second.items].map(({ key }) => key)).toEqual(['dog', 'bee', 'elk', 'ant', 'cat'].map((name) => `pkg:npm/${name}@1.0.0`));
  expect([first.total, second.next]).toEqual([5, null]);
  for (const { narrow, count } of [...artifacts.items, ...second.items, ...(await group('subject')).items])
    expect((await read({}, narrow)).total_count).toBe(count);
  expect((await group('subject', {}, { severities: ['Low'] })).items.map(({ key }) => key)).toEqual(['GHSA-ant', 'GHSA-cat']);
  expect((await group('component', {}, {}, 'partial')).items.map(({ count }) => count)).toEqual([2]);
});

it('tells the same figures whether they are kept or counted', async () => {
  const { facets: kept } = await read({});
  const { facets: counted } = await read({}, { search: 'ghsa' });
  expect(kept).toEqual(counted);
  expect(kept).toMatchObject({ active: 6, ignored: 0, policies: [{ value: 'all', count: 6 }], types: [{ value: 'security', count: 6 }] });
  expect((await read({}, { severities: ['High'] })).facets).toEqual((await read({}, { severities: ['High'], search: 'ghsa' })).facets);
  for (const by of ['component', 'artifact'] as const) {
    const group = (body: object) => test.call(listViolationGroups, { query: { by }, body });
    expect(await group({ severities: ['Low'] })).toEqual(await group({ severities: ['Low'], search: 'ghsa' }));
    const { items } = await group({});
    expect(items).toEqual((await group({ search: 'ghsa' })).items);
    expect((await read({}, items[3]!.narrow)).facets).toEqual((await read({}, { ...items[3]!.narrow, search: 'ghsa' })).facets);
  }
});

it.each([
  ['ANT', 2],
  ['ghsa-ant-', 1],
  ['e', 2],
  ['_', 0],
])('finds %s in names of packages and vulnerabilities', async (search, count) => {
  const { total_count, data } = await read({ num_of_rows: 10 }, { search });
  expect([total_count, data.length]).toEqual([count, count]);
});

it('shows who may not read all what they may read, behind thousands of worse violations that they may not', async () => {
  const db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 1 });
  const { rows } = await sql<{ names: string }>`select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_schema = 'scanning' and table_name = 'violation' and column_name not in ('id', 'subject')`.execute(db);
  const columns = sql.raw(rows[0]!.names);
  await sql`insert into violation (subject, ${columns})
    select 'MORE-' || number, ${columns} from violation, generate_series(1, 5100) as number where subject = 'GHSA-dog'`.execute(db);
  await db.destroy();
  const { data, total_count } = await test.call(listViolations, { body: {} }, { as: 'partial' });
  expect([total_count, tell(data).sort()]).toEqual([2, ['GHSA-ant', 'GHSA-ant-2']]);
});
