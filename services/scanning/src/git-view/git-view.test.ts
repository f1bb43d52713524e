import * as contract from '@packhouse/contract/scanning/git-repository-routes.ts';
import { createIntegration, listIntegrations } from '@packhouse/contract/scanning/integration-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scanningService } from '../service.ts';

let test: TestPlatform;
let database: pg.Client;
const integrationId = 'shop-code';
const params = { integrationId };

beforeAll(async () => {
  test = await startTestPlatform({ services: [scanningService], jobs: false });
  database = new pg.Client({ connectionString: test.databaseUrl, options: '-c search_path=scanning' });
  await database.connect();
  const body = { integrationName: 'Shop code', token: 'unused', userName: 'ann', url: 'https://git.example.org', vendorName: 'gitlab' as const };
  await test.call(createIntegration, { body });
  for (const name of ['shop/api', 'shop/pages', 'tools/build', 'tools/deploy', 'zoo'])
    await database.query(
      "insert into git_repository (integration, vendor_id, full_name, clone_url, default_branch, private) values ($1, $2, $2, 'https://git.example.org/x.git', 'main', true)",
      [integrationId, name],
    );
});
afterAll(async () => {
  await database.end();
  await test.stop();
});

const list = async (query: object = {}) => test.call(contract.listGitRepositories, { params, query });
const selected = async () => (await list({ selected: 'true' })).items.map(({ fullName }) => fullName);
const choose = (body: { all: boolean; patterns: string[]; pick?: number[]; drop?: number[] }) => test.call(contract.selectGitRepositories, { params, body });
const findId = async (name: string) => (await list({ search: name })).items[0]!.id;

it('lists repositories by name, page after page, and finds them', async () => {
  const first = await list({ limit: 2 });
  expect([first.total, first.items.map(({ fullName }) => fullName)]).toEqual([5, ['shop/api', 'shop/pages']]);
  const second = await list({ limit: 2, after: first.next });
  const third = await list({ limit: 2, after: second.next });
  expect([...second.items, ...third.items].map(({ fullName }) => fullName)).toEqual(['tools/build', 'tools/deploy', 'zoo']);
  expect(third.next).toBeNull();
  expect((await list({ search: 'TOOLS' })).total).toBe(2);
  await expect(list({ after: 'elsewhere' })).rejects.toMatchObject({ status: 400 });
  await expect(test.call(contract.listGitRepositories, { params: { integrationId: 'none' } })).rejects.toMatchObject({ status: 404 });
});

it('scans what is picked, what fits a pattern, or all, and uses the connection while there is any', async () => {
  const products = async () => (await test.call(listIntegrations, { params: { type: 'git' } })).items[0]!.products;
  expect(await choose({ all: false, patterns: ['shop/**'] })).toEqual({ total: 5, selected: 2 });
  expect([await selected(), await products()]).toEqual([['shop/api', 'shop/pages'], ['xray']]);
  expect(await choose({ all: false, patterns: ['*/build'], pick: [await findId('zoo'), await findId('tools/build')] })).toMatchObject({ selected: 2 });
  expect(await selected()).toEqual(['tools/build', 'zoo']);
  expect((await choose({ all: true, patterns: [] })).selected).toBe(5);
  // What was picked one by one stays so when the rules go.
  expect((await choose({ all: false, patterns: [], drop: [await findId('zoo')] })).selected).toBe(1);
  expect(await selected()).toEqual(['tools/build']);
  expect((await choose({ all: false, patterns: [], drop: [await findId('tools/build')] })).selected).toBe(0);
  expect(await products()).toEqual([]);
  expect(test.audited.at(-1)).toMatchObject({ action: 'integration.chosen', subject: integrationId });
});

it('picks nothing of another connection', async () => {
  const body = { integrationName: 'Other', token: 'unused', userName: 'ann', url: 'https://git.example.org', vendorName: 'gitlab' as const };
  const { key } = await test.call(createIntegration, { body });
  const pick = [await findId('zoo')];
  expect(await test.call(contract.selectGitRepositories, { params: { integrationId: key }, body: { all: false, patterns: [], pick } })).toEqual({
    total: 0,
    selected: 0,
  });
  expect(await selected()).toEqual([]);
});

it('tells of the newest scan what was found and what could not be read', async () => {
  const id = await findId('shop/api');
  const findings = ['High', 'High', 'Low'].map((severity) => ({ severity, advisory: 'CVE-2026-1' }));
  const { rows } = await database.query<{ id: number }>(
    "insert into git_scan (repository, ref, kind, commit, state, files, files_read, components, new_findings) values ($1, 'main', 'branch', 'abc', 'scanned', 4, 3, 120, $2) returning id",
    [id, JSON.stringify(findings)],
  );
  await database.query("insert into git_scan_file (scan, path, oid, message) values ($1, 'go.sum', '1', 'It is too large')", [rows[0]!.id]);
  await database.query("insert into subject (digest, extractor) values ('lock', 1)");
  await database.query(
    "insert into component (ecosystem, name, version, purl) values ('RubyGems', 'rake', '1.0.0', 'pkg:gem/rake@1.0.0') on conflict do nothing",
  );
  await database.query(
    `insert into inventory (subject_id, component_id, location) select subject.id, component.id, '1' from subject, component where digest = 'lock' and name = 'rake'`,
  );
  await database.query("insert into git_scan_file (scan, path, oid, subject_id) select $1, 'Gemfile.lock', '2', id from subject where digest = 'lock'", [
    rows[0]!.id,
  ]);
  await database.query('update git_repository set last_hook_at = now(), looked_at = now() where id = $1', [id]);
  expect((await list({ search: 'shop/api' })).items[0]!.lastScan).toMatchObject({
    commit: 'abc',
    files: 4,
    filesRead: 3,
    components: 120,
    newFindings: { High: 2, Low: 1 },
    notJudged: ['RubyGems'],
    judgedBy: [],
    unread: [{ path: 'go.sum', reason: { message: 'It is too large' } }],
  });
  const connection = await test.call(contract.readVcsIntegration, { params });
  expect(connection).toMatchObject({ repositories: { total: 5, selected: 0 }, lastHookAt: expect.any(String), lastLookAt: expect.any(String) });
});
