import { createHmac } from 'node:crypto';
import { forgetLeftHooks, listLeftHooks } from '@packhouse/contract/scanning/git-hook-routes.ts';
import { listGitPullRequests, readGitPullRequest } from '@packhouse/contract/scanning/git-pull-routes.ts';
import { listGitRepositories, readGitRepository, readVcsIntegration, selectGitRepositories } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { createIntegration, deleteIntegration } from '@packhouse/contract/scanning/integration-routes.ts';
import { createPolicy, updatePolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { scanGitIntegration, scanGitRepository, whereIsComponent } from '@packhouse/contract/scanning/scanning-git-routes.ts';
import { createXrayIgnoreRule, deleteXrayIgnoreRule } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { createWatch, deleteWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type GitServer, startGitServer } from '@packhouse/testkit/git-server.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { startFakeGithub } from '@packhouse/testkit/vendors/fake-github.ts';
import { addRepository, type FakeVendor } from '@packhouse/testkit/vendors/fake-vendor.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepProbabilities } from '../advisory/signal-queries.ts';
import type { ScanningSchema } from '../schema.ts';
import { hintExploited } from './pull-policy-queries.ts';

let test: ScanningTestPlatform;
let git: GitServer;
let vendor: FakeVendor;
let database: pg.Client;
let source: number;
let key: string;
let head: string;

const yarn = (version: string) => `# yarn lockfile v1\n\nleft-pad@^1.0.0:\n  version "${version}"\n`;
const npmLock = JSON.stringify({ lockfileVersion: 3, packages: { '': {}, 'node_modules/minimist': { version: '1.2.0' } } }, null, 2);
const padded = osv('GHSA-pad1-pad1-pad1', { ecosystem: 'npm', name: 'left-pad', events: [{ introduced: '0' }, { fixed: '1.3.0' }] });
const mini = osv('GHSA-mini-mini-mini', { ecosystem: 'npm', name: 'minimist', events: [{ introduced: '0' }, { fixed: '1.2.6' }] });

const findShop = async () => (await test.call(listGitRepositories, { params: { integrationId: key }, query: { search: 'acme/shop' } })).items[0]!.id;
const pulls = async (query: object = {}) => test.call(listGitPullRequests, { params: { integrationId: key, id: await findShop() }, query });
const select = async (text: string) => (await database.query(text)).rows as Record<string, unknown>[];

/** Sends a message of the vendor, proven with the secret that its hook was made with. */
async function tell(event: string, body: object, id: string, secret = vendor.hooks[0]!.secret): Promise<number> {
  const raw = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'x-github-event': event,
    'x-github-delivery': id,
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`,
  };
  return (await fetch(`${test.baseUrl}/xray/api/v1/incoming/git/${key}`, { method: 'POST', headers, body: raw })).status;
}

beforeAll(async () => {
  [git, vendor] = [await startGitServer(), await startFakeGithub()];
  vendor.beside = git.handle;
  head = await git.create('acme/shop', {
    'web/yarn.lock': yarn('1.1.0'),
    'package-lock.json': '{"lockfileVersion": 3, "packages": ',
    'node_modules/x/package-lock.json': npmLock,
  });
  await git.create('acme/other', { 'README.md': 'nothing' });
  const url = vendor.url.replace('127.0.0.1', 'localhost');
  for (const name of ['acme/shop', 'acme/other']) addRepository(vendor, name, { cloneUrl: `${url}/${name}.git` });
  test = await startScanningPlatform({ config: { baseUrl: 'https://packages.example.org', outgoing: { allow: ['127.0.0.0/8', '::1'], noProxy: [] } } });
  database = new pg.Client({ connectionString: test.databaseUrl, options: '-c search_path=scanning' });
  await database.connect();
  source = await test.source('known', { covers: ['npm'] });
  await test.upload(source, lines(padded));
  const body = { integrationName: 'Acme', token: vendor.token, userName: 'ann', url, vendorName: 'github' as const };
  ({ key } = await test.call(createIntegration, { body }));
});
afterAll(async () => {
  await database?.end();
  await test?.stop();
  await vendor?.stop();
  await git?.stop();
});

it('lists repositories, and looks only at those that are chosen', async () => {
  await expect.poll(() => select('select full_name from git_repository order by full_name'), patience).toHaveLength(2);
  await test.call(selectGitRepositories, { params: { integrationId: key }, body: { all: false, patterns: ['acme/sh*'] } });
  await expect.poll(() => vendor.statuses.map(({ sha, description }) => [sha, description]), patience).toEqual([[head, '1 vulnerability in 1 lock file']]);
  await expect
    .poll(() => select('select full_name, head from git_repository where looked_at is not null'), patience)
    .toEqual([{ full_name: 'acme/shop', head }]);
  expect(await select('select path, message is null as read from git_scan_file order by path')).toEqual([
    { path: 'package-lock.json', read: false },
    { path: 'web/yarn.lock', read: true },
  ]);
  expect(vendor.hooks.map(({ url }) => url)).toEqual([`https://packages.example.org/xray/api/v1/incoming/git/${key}`]);
});

it('answers where a component is, down to the line of the lock file', async () => {
  const place = {
    integration: key,
    vendorName: 'github',
    repository: 'acme/shop',
    ref: 'main',
    commit: head,
    path: 'web/yarn.lock',
    line: 3,
    name: 'left-pad',
    version: '1.1.0',
    vulnerabilities: 1,
    judgedBy: [{ name: 'known', at: expect.any(String) }],
  };
  expect((await test.call(whereIsComponent, { query: { name: 'left-pad' } })).repositories).toMatchObject([place]);
  expect((await test.call(whereIsComponent, { query: { name: 'left-pad', version: '2' } })).repositories).toEqual([]);
  const asked = await test.call(whereIsComponent, { query: { name: 'pkg:npm/left-pad' } });
  expect(asked).toMatchObject({ asked: { name: 'left-pad', version: null, ecosystem: 'npm' }, artifacts: [], repositories: [place], cut: false });
  expect((await test.call(whereIsComponent, { query: { name: 'pkg:npm/left-pad@1.1.0' } })).repositories).toHaveLength(1);
  expect((await test.call(whereIsComponent, { query: { name: 'pkg:npm/left-pad@2' } })).repositories).toEqual([]);
  expect((await test.call(whereIsComponent, { query: { name: 'pkg:pypi/left-pad' } })).repositories).toEqual([]);
  await expect(test.call(whereIsComponent, { query: { name: 'pkg:nothing/x' } })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('package URL'),
  });
});

it('takes a message as a hint to look, once, and only when it proves where it comes from', async () => {
  const { id } = vendor.repositories[0]!;
  const before = git.asked.length;
  expect(await tell('push', { repository: { id } }, 'd0', 'wrong')).toBe(401);
  head = await git.commit('acme/shop', { 'web/yarn.lock': yarn('1.3.0'), 'package-lock.json': npmLock });
  expect(await tell('push', { repository: { id } }, 'd1')).toBe(202);
  await expect
    .poll(() => vendor.statuses.at(-1), patience)
    .toMatchObject({ sha: head, description: expect.stringMatching(/^No new vulnerabilities in 2 lock files; as of .* by known$/) });
  const looks = git.asked.length;
  expect(looks).toBeGreaterThan(before);
  expect(await tell('push', { repository: { id } }, 'd1')).toBe(202);
  await expect.poll(() => select('select next_look > now() as later from git_repository where head is not null'), patience).toEqual([{ later: true }]);
});

it('comments on a pull request with what is new against its base, in one place', async () => {
  const shop = vendor.repositories[0]!;
  const change = await git.commit('acme/shop', { 'web/yarn.lock': yarn('1.2.0') }, { ref: 'refs/pull/7/head' });
  shop.pulls.set(7, { head: change, onto: head, base: head, branch: 'change', isOpen: true });
  await tell('pull_request', { repository: { id: shop.id }, pull_request: { number: 7 } }, 'd2');
  await expect.poll(() => vendor.comments.length, patience).toBe(1);
  expect(vendor.comments[0]!.text).toContain('| `GHSA-pad1-pad1-pad1` | `left-pad 1.2.0` | `1.3.0` | `web/yarn.lock:3` |');
  await expect.poll(() => vendor.statuses.at(-1), patience).toMatchObject({ sha: change, state: 'success', description: '1 new vulnerability' });
  const mended = await git.commit('acme/shop', { 'web/yarn.lock': yarn('1.3.0') }, { ref: 'refs/pull/7/head' });
  shop.pulls.set(7, { head: mended, onto: head, base: head, branch: 'change', isOpen: true });
  await tell('pull_request', { repository: { id: shop.id }, pull_request: { number: 7 } }, 'd3');
  await expect.poll(() => vendor.comments[0]!.text, patience).toContain('No new known vulnerabilities');
  expect(vendor.comments[0]!.text).toMatch(/\n\nJudged by `known` as of \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
  const description = expect.stringMatching(/^No new vulnerabilities in \d lock files?; as of \d{4}-\d\d-\d\d by known$/);
  expect(vendor.statuses.at(-1)).toMatchObject({ sha: mended, state: 'success', description });
  expect(vendor.comments).toHaveLength(1);
  shop.pulls.set(7, { head: mended, onto: head, base: head, branch: 'change', isOpen: false });
  await tell('pull_request', { repository: { id: shop.id }, pull_request: { number: 7 } }, 'd4');
  await expect.poll(async () => (await pulls()).items[0]?.state, patience).toBe('merged');
});

it('tells of each pull request how it stands, what it brings and what it mends', async () => {
  const shop = vendor.repositories[0]!;
  const worse = await git.commit('acme/shop', { 'web/yarn.lock': yarn('1.2.0') });
  const better = await git.commit('acme/shop', { 'web/yarn.lock': yarn('1.3.0') }, { ref: 'refs/pull/8/head' });
  shop.pulls.set(8, { head: better, onto: worse, base: worse, branch: 'better', isOpen: true });
  await tell('pull_request', { repository: { id: shop.id }, pull_request: { number: 8 } }, 'd5');
  await expect.poll(async () => (await pulls()).items[0]?.scan?.fixed, patience).toBe(1);
  const [newest] = (await pulls()).items;
  expect(newest).toMatchObject({ number: 8, state: 'open', title: 'Change it', url: `${vendor.url}/acme/shop/pull/8` });
  const judgedBy = [{ name: 'known', at: expect.any(String) }];
  expect(newest!.scan).toMatchObject({ commit: better, base: worse, fresh: {}, fixed: 1, unchanged: 0, files: 2, filesRead: 2, judgedBy });
  const id = await findShop();
  const whole = await test.call(readGitPullRequest, { params: { integrationId: key, id, number: 8 } });
  const place = { advisory: 'GHSA-pad1-pad1-pad1', component: 'left-pad', version: '1.2.0', path: 'web/yarn.lock', line: 3, fixedVersions: ['1.3.0'] };
  expect([whole.repository.fullName, whole.findings]).toEqual(['acme/shop', { fresh: [], fixed: [expect.objectContaining(place)], unchanged: [] }]);
  expect((await pulls({ state: 'merged' })).items.map(({ number }) => number)).toEqual([7]);
  const first = await pulls({ limit: 1 });
  expect([first.total, first.next, (await pulls({ after: first.next! })).items.map(({ number }) => number)]).toEqual([2, '8', [7]]);
  const none = test.call(readGitPullRequest, { params: { integrationId: key, id, number: 9 } });
  await expect(none).rejects.toMatchObject({ status: 404 });
  expect((await test.call(readGitRepository, { params: { integrationId: key, id } })).openPullRequests).toBe(1);
  head = await git.commit('acme/shop', { 'web/yarn.lock': yarn('1.3.0') });
});

it('says of a pull request what no source of advisories stands for', async () => {
  const shop = vendor.repositories[0]!;
  const wheel = await git.commit('acme/shop', { 'requirements.txt': 'requests==2.0.0\n' }, { ref: 'refs/pull/10/head' });
  shop.pulls.set(10, { head: wheel, onto: head, base: head, branch: 'wheel', isOpen: true });
  await tell('pull_request', { repository: { id: shop.id }, pull_request: { number: 10 } }, 'd10');
  await expect.poll(async () => (await pulls()).items[0]?.scan?.notJudged, patience).toEqual(['PyPI']);
  const description = expect.stringMatching(/^No new vulnerabilities in \d lock files?; not judged: PyPI; as of \d{4}-\d\d-\d\d by known$/);
  await expect.poll(() => vendor.statuses.at(-1), patience).toMatchObject({ sha: wheel, description });
});

it('fails the status of a pull request by a rule that says so, and follows policies and what is ignored', async () => {
  const shop = vendor.repositories[0]!;
  const change = await git.commit('acme/shop', { 'web/yarn.lock': yarn('1.2.0') }, { ref: 'refs/pull/11/head' });
  shop.pulls.set(11, { head: change, onto: head, base: head, branch: 'worse', isOpen: true });
  await tell('pull_request', { repository: { id: shop.id }, pull_request: { number: 11 } }, 'd11');
  const told = () => vendor.statuses.filter(({ sha }) => sha === change).at(-1);
  await expect.poll(told, patience).toMatchObject({ state: 'success' });
  const makePolicy = (fails: boolean) => ({
    name: 'pulls',
    type: 'security' as const,
    rules: [{ name: 'any', criteria: { min_severity: 'All Severities' as const }, actions: { fail_pull_request: { active: fails } } }],
  });
  await test.call(createPolicy, { body: makePolicy(true) });
  const body = {
    general_data: { name: 'sources' },
    project_resources: { resources: [{ type: 'gitRepository' as const, name: 'acme/shop' }] },
    assigned_policies: [{ name: 'pulls' }],
  };
  expect((await test.call(createWatch, { body })).missing).toEqual([]);
  const fails = { state: 'failure', description: 'New vulnerabilities break rule any of policy pulls: 1' };
  await expect.poll(told, patience).toMatchObject(fails);
  await expect.poll(() => vendor.comments.some(({ text }) => text.includes('rule `any` of policy `pulls` (watch `sources`), broken 1×')), patience).toBe(true);
  await test.call(updatePolicy, { params: { name: 'pulls' }, body: makePolicy(false) });
  await expect.poll(told, patience).toMatchObject({ state: 'success' });
  await test.call(updatePolicy, { params: { name: 'pulls' }, body: makePolicy(true) });
  await expect.poll(told, patience).toMatchObject(fails);
  const ignoring = { notes: 'Never called', ignore_filters: { vulnerabilities: ['GHSA-pad1-pad1-pad1'] } };
  const { info } = await test.call(createXrayIgnoreRule, { body: ignoring as never });
  await expect.poll(told, patience).toMatchObject({ state: 'success' });
  await test.call(deleteXrayIgnoreRule, { params: { id: info.slice(info.lastIndexOf(' ') + 1) } });
  await expect.poll(told, patience).toMatchObject(fails);
  await test.call(deleteWatch, { params: { name: 'sources' } });
  await expect.poll(told, patience).toMatchObject({ state: 'success' });
  const licences = { ...makePolicy(true), name: 'licences', type: 'license' as const };
  const refused = test.call(createPolicy, { body: { ...licences, rules: [{ ...licences.rules[0]!, criteria: { banned_licenses: ['MIT'] } }] } });
  await expect(refused).rejects.toMatchObject({ detail: [{ path: 'rules.0.actions.fail_pull_request' }] });
  shop.pulls.delete(11);
});

it('looks at a pull request again when something else is known of exploitation, where a rule may say otherwise by it', async () => {
  const shop = vendor.repositories[0]!;
  const known = { ...padded, modified: '2026-03-01T00:00:00Z', aliases: ['CVE-2026-0777'] };
  await test.upload(source, lines(known));
  const change = await git.commit('acme/shop', { 'web/yarn.lock': yarn('1.2.0') }, { ref: 'refs/pull/12/head' });
  shop.pulls.set(12, { head: change, onto: head, base: head, branch: 'known', isOpen: true });
  const rules = [{ name: 'known', criteria: { exploited: true }, actions: { fail_pull_request: { active: true } } }];
  await test.call(createPolicy, { body: { name: 'exploited', type: 'security', rules } });
  const resources = [{ type: 'gitRepository' as const, name: 'acme/shop' }];
  await test.call(createWatch, { body: { general_data: { name: 'known' }, project_resources: { resources }, assigned_policies: [{ name: 'exploited' }] } });
  await tell('pull_request', { repository: { id: shop.id }, pull_request: { number: 12 } }, 'd12');
  const told = () => vendor.statuses.filter(({ sha }) => sha === change).at(-1);
  await expect.poll(told, patience).toMatchObject({ state: 'success' });
  await expect.poll(async () => (await select('select pulls from git_repository'))[0]?.pulls, patience).toEqual([]);

  const db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 1 });
  await keepProbabilities(db, [{ cve: 'CVE-2026-0777', epss: 0.9, percentile: 0.9 }]);
  expect(await hintExploited(db)).toBe(0);
  await db.destroy();
  const kev = await test.source('exploited', { kind: 'kev' });
  await test.upload(kev, JSON.stringify({ vulnerabilities: [{ cveID: 'CVE-2026-0777', dateAdded: '2026-01-05' }] }));
  await expect.poll(told, patience).toMatchObject({ state: 'failure', description: 'New vulnerabilities break rule known of policy exploited: 1' });
  await test.upload(kev, JSON.stringify({ vulnerabilities: [{ cveID: 'CVE-2026-0001', dateAdded: '2026-01-05' }] }));
  await expect.poll(told, patience).toMatchObject({ state: 'success' });
  await test.call(deleteWatch, { params: { name: 'known' } });
  shop.pulls.delete(12);
});

it('closes a pull request that its vendor knows no more, and looks at the others', async () => {
  const shop = vendor.repositories[0]!;
  const open = async (number: number, version: string) => {
    const commit = await git.commit('acme/shop', { 'web/yarn.lock': yarn(version) }, { ref: `refs/pull/${number}/head` });
    shop.pulls.set(number, { head: commit, onto: head, base: head, branch: `change-${number}`, isOpen: true });
  };
  const announce = (number: number) =>
    tell('pull_request', { repository: { id: shop.id }, pull_request: { number } }, `gone-${number}-${shop.pulls.has(number)}`);
  const state = async (number: number) => (await pulls()).items.find((one) => one.number === number)?.state;
  await open(13, '1.3.0');
  await announce(13);
  await expect.poll(() => state(13), patience).toBe('open');
  shop.pulls.delete(13);
  await open(14, '1.3.1');
  await announce(13);
  await announce(14);
  await expect.poll(() => state(14), patience).toBe('open');
  await expect.poll(() => state(13), patience).toBe('closed');
  shop.pulls.delete(14);
});

it('has all chosen repositories looked at when somebody asks, and says how far that is', async () => {
  expect(await test.call(scanGitIntegration, { params: { integrationId: key } })).toEqual({ repositories: 1 });
  expect(test.audited.at(-1)).toMatchObject({ action: 'scan.requested', subject: key, after: { repositories: 1 } });
  await expect
    .poll(async () => (await test.call(readVcsIntegration, { params: { integrationId: key } })).repositories, patience)
    .toEqual({ total: 2, selected: 1, waiting: 0, looking: 0 });
  const { lastScan } = await test.call(readGitRepository, { params: { integrationId: key, id: await findShop() } });
  expect(lastScan).toMatchObject({ commit: head, judgedBy: [{ name: 'known', at: expect.any(String) }] });
  await expect(test.call(scanGitIntegration, { params: { integrationId: 'none' } })).rejects.toMatchObject({ status: 404 });
});

it('reads no content twice, and tells a commit what becomes known of it later', async () => {
  const contents = await select("select id from subject where digest like 'git:%'");
  const id = await findShop();
  await test.upload(source, lines(mini));
  await test.call(scanGitRepository, { params: { integrationId: key, id } });
  await expect.poll(() => vendor.statuses.at(-1), patience).toMatchObject({ sha: head, description: '1 new vulnerability' });
  expect(await select("select id from subject where digest like 'git:%'")).toEqual(contents);
  expect(vendor.faults).toEqual([]);
});

it('takes hooks away at the vendor when an integration goes, tries again, and says what stays', async () => {
  expect(vendor.hooks).toHaveLength(1);
  const left = async () => (await test.call(listLeftHooks, { query: {} })).items;
  vendor.instead = { status: 502, body: 'away' };
  await test.call(deleteIntegration, { params: { integrationKey: key } });
  await expect.poll(async () => (await left())[0]?.error?.message, patience).toContain('answers with 502');
  expect(await left()).toMatchObject([{ integration: key, name: 'Acme', vendorName: 'github', repository: 'acme/shop', nextAt: expect.any(String) }]);
  vendor.instead = undefined;
  await database.query('update git_left_hook set next_at = now()');
  // Whatever is deleted next wakes whoever removes them.
  const body = {
    integrationName: 'Acme',
    token: vendor.token,
    userName: 'ann',
    url: vendor.url.replace('127.0.0.1', 'localhost'),
    vendorName: 'github' as const,
  };
  ({ key } = await test.call(createIntegration, { body }));
  await test.call(deleteIntegration, { params: { integrationKey: key } });
  await expect.poll(() => vendor.hooks, patience).toEqual([]);
  await expect.poll(left, patience).toEqual([]);
});

it('tells a commit that nobody judges so; gives a hook up that the token may not remove, forgets the token, and tells of it until somebody has seen it', async () => {
  const body = {
    integrationName: 'Acme',
    token: vendor.token,
    userName: 'ann',
    url: vendor.url.replace('127.0.0.1', 'localhost'),
    vendorName: 'github' as const,
  };
  ({ key } = await test.call(createIntegration, { body }));
  const bare = await git.commit('acme/other', { 'requirements.txt': 'requests==2.0.0\n' });
  await test.call(selectGitRepositories, { params: { integrationId: key }, body: { all: true, patterns: [] } });
  await expect
    .poll(() => select('select hook_id is not null as has from git_repository where head is not null'), patience)
    .toEqual([{ has: true }, { has: true }]);
  const description = 'Not judged: no source of advisories stands for PyPI';
  expect(vendor.statuses.filter(({ sha }) => sha === bare)).toMatchObject([{ state: 'success', description }]);
  vendor.token = 'withdrawn';
  await test.call(deleteIntegration, { params: { integrationKey: key } });
  const left = async () => (await test.call(listLeftHooks, { query: {} })).items;
  await expect.poll(async () => (await left()).map(({ nextAt }) => nextAt), patience).toEqual([null, null]);
  expect((await left())[0]!.error?.message).toContain('does not take the token');
  expect(await select('select sealed from git_left_hook')).toEqual([{ sealed: null }, { sealed: null }]);
  expect(await test.call(forgetLeftHooks, {})).toEqual({ forgotten: 2 });
  expect([await left(), test.audited.at(-1)?.action]).toEqual([[], 'integration.hooks-forgotten']);
});
