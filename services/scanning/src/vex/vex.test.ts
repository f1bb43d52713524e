import { consoleHeader } from '@packhouse/contract/prefixes.ts';
import { createPolicy, PolicyInput } from '@packhouse/contract/scanning/policy-routes.ts';
import { deleteIgnoreRule, listIgnoreRules } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { componentDetails, exportComponentDetails, listIssues } from '@packhouse/contract/scanning/scanning-routes.ts';
import * as contract from '@packhouse/contract/scanning/vex-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { cycloneDxVex, openVex } from './test-documents.ts';

const keeping = {
  permission: 'shop',
  resourceType: 'project' as const,
  names: ['shop'],
  include: [],
  exclude: [],
  actions: ['read' as const, 'manage' as const],
  through: 'user',
};
const reading = { ...keeping, permission: 'readers', resourceType: 'repository' as const, names: ['js', 'shop-js'], actions: ['read' as const] };
const dutiful = { ...keeping, permission: 'policies', resourceType: 'duty' as const, names: ['policies'] };

let test: ScanningTestPlatform;
let second: ScanningTestPlatform;
beforeAll(async () => {
  const actors = { ann: { grants: [reading] }, keeper: { grants: [keeping, reading] }, officer: { grants: [dutiful, reading] } };
  test = await startScanningPlatform({ actors });
  second = await startScanningPlatform({ actors, joins: test });
  for (const { peers } of [test, second])
    peers.projects = { find: async (key) => (key === 'shop' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'local', key: 'shop-js', format: 'npm', projectKey: 'shop' });
  const about = { ecosystem: 'npm', name: 'inner', events: [{ introduced: '0' }] };
  const record = osv('GHSA-aaaa-bbbb-cccc', about, { aliases: ['CVE-2026-1'], database_specific: { severity: 'HIGH' } });
  await test.upload(await test.source('advisories'), lines(record));
  for (const key of ['js', 'shop-js']) await publish(key, 'app', '0.3.0');
  const rule = { name: 'one', criteria: { min_severity: 'High' as const }, actions: { block_download: { active: true } } };
  await test.call(createPolicy, { body: PolicyInput.parse({ name: 'severe', type: 'security', rules: [rule] }) });
  const body = { general_data: { name: 'all' }, project_resources: { resources: [{ type: 'all-repos' as const }] }, assigned_policies: [{ name: 'severe' }] };
  await test.call(createWatch, { body });
  await vi.waitFor(async () => {
    if ((await statesEverywhere()).join() !== 'active,active') throw new Error('Not all is judged');
  }, patience);
});
afterEach(async () => {
  for (const { id } of (await test.call(contract.listVexDocuments, { query: {} })).items) await test.call(contract.deleteVexDocument, { params: { id } });
  for (const { name, trusted } of (await test.call(contract.listVexIssuers, {})).items)
    if (trusted) await test.call(contract.distrustVexIssuer, { body: { name } });
});
afterAll(async () => {
  await second?.stop();
  await test?.stop();
});

const inner = (version: string) => ({ 'package/node_modules/inner/package.json': JSON.stringify({ name: 'inner', version }) });
async function publish(key: string, name: string, version: string): Promise<void> {
  await test.publishNpm(key, name, '1.0.0', inner(version));
  await test.scanned(`npm://${name}`, '1.0.0', key);
}
const violations = async (on = test) => {
  const [active, ignored] = await Promise.all((['active', 'ignored'] as const).map((filter) => on.call(listViolations, { body: { filter } })));
  return [...active!.data, ...ignored!.data];
};
const listStates = async (repository: string, name = 'app') =>
  (await violations())
    .filter((one) => one.repository === repository && one.packageId === `npm://${name}`)
    .map(({ ignored }) => (ignored ? 'ignored' : 'active'));
const statesEverywhere = async () => [...(await listStates('js')), ...(await listStates('shop-js'))];
const download = async (repository: string, on = test) =>
  (await fetch(`${on.baseUrl}/artifactory/api/npm/${repository}/app/-/app-1.0.0.tgz`, { headers: on.headersOf('ann') })).status;

interface Sending {
  as?: 'admin' | 'ann' | 'keeper' | 'officer';
  project?: string;
  on?: ScanningTestPlatform;
}
async function send(document: unknown, { as = 'admin', project, on = test }: Sending = {}) {
  const url = `${on.baseUrl}${contract.vexDocumentsPath}${project === undefined ? '' : `?projectKey=${project}`}`;
  const headers = { ...on.headersOf(as), [consoleHeader]: '1', 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: typeof document === 'string' ? document : JSON.stringify(document) });
  const told = await answer.json();
  return { status: answer.status, document: told as contract.VexDocument, refusal: (told as { errors?: { reason?: string; detail?: unknown }[] }).errors?.[0] };
}
const statement = {
  vulnerability: { name: 'CVE-2026-1' },
  products: [{ '@id': 'pkg:npm/inner@0.3.0' }],
  status: 'not_affected',
  justification: 'vulnerable_code_not_in_execute_path',
  impact_statement: 'It is never called',
};
const affected = { ...statement, status: 'affected', justification: undefined, impact_statement: undefined, action_statement: 'Take another one' };
const name = 'ACME Security';
const trust = () => test.call(contract.trustVexIssuer, { body: { name } });
const issues = async (filter: 'active' | 'ignored') =>
  (await test.call(listIssues, { query: { packageId: 'npm://app', version: '1.0.0', repoKey: 'js', filter } })).data;

it('what a trusted issuer calls not affected is no violation any more and is given out, on every node, until the document is deleted', async () => {
  expect([await download('js'), await download('js', second)]).toEqual([403, 403]);
  await trust();
  const { status, document } = await send(openVex([statement]));
  expect(status).toBe(201);
  expect(document).toMatchObject({
    issuer: name,
    trusted: true,
    statements: 1,
    products: 1,
    unknown_products: 0,
    touched: 2,
    author: 'admin',
    format: 'openvex',
  });
  expect(await statesEverywhere()).toEqual(['ignored', 'ignored']);
  expect([await download('js'), await download('js', second)]).toEqual([200, 200]);
  expect((await violations(second))[0]!.ignored).toMatchObject({
    author: name,
    notes: 'VEX of ACME Security: vulnerable_code_not_in_execute_path. It is never called',
    vex: { document: document.id, status: 'not_affected', justification: 'vulnerable_code_not_in_execute_path', impact: 'It is never called' },
  });
  expect(await issues('active')).toEqual([]);
  expect((await test.call(componentDetails, { body: { packageId: 'npm://app', version: '1.0.0', repoKey: 'js' } })).active).toBe(0);
  await second.call(contract.deleteVexDocument, { params: { id: document.id } });
  expect(await statesEverywhere()).toEqual(['active', 'active']);
  await expect.poll(() => download('js', second), patience).toBe(403);
  expect(await download('js')).toBe(403);
});

it('what somebody says whom nobody trusts is shown beside the finding and changes nothing, until they are trusted', async () => {
  await send(openVex([statement]));
  expect([await statesEverywhere(), await download('js')]).toEqual([['active', 'active'], 403]);
  const told = { issuer: name, trusted: false, status: 'not_affected', justification: 'vulnerable_code_not_in_execute_path', impact: 'It is never called' };
  expect(await issues('active')).toMatchObject([{ id: 'CVE-2026-1', ignored: null, assessments: [told] }]);
  await trust();
  expect([await statesEverywhere(), await download('js')]).toEqual([['ignored', 'ignored'], 200]);
  expect(await issues('ignored')).toMatchObject([{ ignored: { author: name, own: false }, assessments: [{ ...told, trusted: true }] }]);
  await test.call(contract.distrustVexIssuer, { body: { name } });
  expect([await statesEverywhere(), await download('js')]).toEqual([['active', 'active'], 403]);
});

it('a newer version takes the place of a document, an older one does not', async () => {
  await trust();
  await send(openVex([statement]));
  const newer = await send(openVex([affected], { version: 2 }), { on: second });
  expect(newer.document).toMatchObject({ version: '2', statements: 1 });
  expect(await statesEverywhere()).toEqual(['active', 'active']);
  expect((await test.call(contract.listVexDocuments, { query: {} })).total).toBe(1);
  expect((await send(openVex([statement]))).refusal).toMatchObject({ reason: 'vex_older' });
  expect((await send(openVex([statement], { version: 2 }))).refusal).toMatchObject({ reason: 'vex_changed' });
  expect((await send(openVex([affected], { version: 2 }))).document.id).toBe(newer.document.id);
  // The same name in the documents of somebody else is another document.
  await send(openVex([statement], { author: 'Somebody else' }));
  expect((await test.call(contract.listVexDocuments, { query: {} })).total).toBe(2);
});

it.each([
  ['affected', affected],
  ['under_investigation', { ...statement, status: 'under_investigation' }],
  ['fixed in no version that is named', { ...statement, status: 'fixed', products: [{ '@id': 'pkg:npm/inner' }] }],
  ['of another version', { ...statement, products: [{ '@id': 'pkg:npm/inner@0.4.0' }] }],
  ['of another vulnerability', { ...statement, vulnerability: { name: 'CVE-2026-2' } }],
  ['of a part of another product', { ...statement, products: [{ '@id': 'pkg:npm/other', subcomponents: [{ '@id': 'pkg:npm/inner' }] }] }],
  ['of a product that nobody knows', { ...statement, products: [{ '@id': 'https://acme.example/app' }] }],
  ['of a part that nobody knows', { ...statement, products: [{ '@id': 'pkg:npm/app', subcomponents: [{ '@id': 'https://acme.example/inner' }] }] }],
  ['of no product', { ...statement, products: [] }],
])('takes nothing out that is %s', async (_, one) => {
  await trust();
  await send(openVex([one]));
  expect([await statesEverywhere(), await download('js')]).toEqual([['active', 'active'], 403]);
});

it('takes out what is fixed in a version, what is a part of a product, and what is a file of some content', async () => {
  await trust();

  const sha = await fetch(`${test.baseUrl}/artifactory/js/app/-/app-1.0.0.tgz`, { method: 'HEAD', headers: test.headersOf('admin') });

  const cases = [
    [{ ...statement, status: 'fixed', vulnerability: { name: 'GHSA-aaaa-bbbb-cccc' } }, ['ignored', 'ignored']],
    [{ ...statement, products: [{ '@id': 'pkg:npm/app@1.0.0', subcomponents: [{ '@id': 'pkg:npm/inner' }] }] }, ['ignored', 'ignored']],
    [{ ...statement, products: [{ '@id': 'pkg:npm/app@1.0.0' }] }, ['ignored', 'ignored']],
    [{ ...statement, products: [{ '@id': 'app', hashes: { 'sha-256': sha.headers.get('x-checksum-sha256') } }] }, undefined],
  ] as const;
  for (const [index, [one, expected]] of cases.entries()) {
    await send(openVex([one], { version: index + 1 }));
    const states = await statesEverywhere();
    expect(states[0]).toBe('ignored');
    if (expected) expect(states).toEqual(expected);
  }
});

it('of what one issuer says of a product in several documents the last word counts', async () => {
  await trust();
  await send(openVex([statement]));
  await send(openVex([{ ...affected, timestamp: '2026-04-01T00:00:00Z' }], { '@id': 'https://acme.example/vex/2026-2' }));
  expect(await statesEverywhere()).toEqual(['active', 'active']);
  await send(openVex([{ ...affected, timestamp: '2026-01-01T00:00:00Z' }], { '@id': 'https://acme.example/vex/2026-2', version: 2 }));
  expect(await statesEverywhere()).toEqual(['ignored', 'ignored']);
});

it('what is taken out in two components by two documents is back when one of them goes', async () => {
  await trust();
  const nested = { 'package/node_modules/other/node_modules/inner/package.json': '{"name":"inner","version":"0.4.0"}' };
  await test.publishNpm('js', 'both', '1.0.0', { ...inner('0.3.0'), ...nested });
  await test.scanned('npm://both', '1.0.0', 'js');
  await send(openVex([statement]));
  const later = await send(openVex([{ ...statement, products: [{ '@id': 'pkg:npm/inner@0.4.0' }] }], { '@id': 'https://acme.example/vex/2026-2' }));
  await expect.poll(() => listStates('js', 'both'), patience).toEqual(['ignored']);
  await test.call(contract.deleteVexDocument, { params: { id: later.document.id } });
  expect(await listStates('js', 'both')).toEqual(['active']);
});

it('a range reaches versions that come later', async () => {
  await trust();
  const affects = [{ ref: 'pkg:npm/inner', versions: [{ range: 'vers:npm/>=0.3.0|<0.5.0', status: 'unaffected' }] }];
  await send(cycloneDxVex([{ id: 'CVE-2026-1', analysis: { state: 'not_affected' }, affects }]));
  expect(await statesEverywhere()).toEqual(['ignored', 'ignored']);
  await publish('js', 'inside', '0.4.0');
  await publish('js', 'outside', '0.6.0');
  await expect.poll(async () => [await listStates('js', 'inside'), await listStates('js', 'outside')], patience).toEqual([['ignored'], ['active']]);
});

it('SEC-050 administrators of a project bring documents for it alone, and others none', async () => {
  await trust();
  expect((await send(openVex([statement]), { as: 'ann' })).status).toBe(403);
  expect((await send(openVex([statement]), { as: 'keeper' })).status).toBe(403);
  const { document } = await send(openVex([statement]), { as: 'keeper', project: 'shop' });
  expect(document).toMatchObject({ project_key: 'shop', author: 'keeper', touched: 1 });
  expect([await listStates('js'), await listStates('shop-js')]).toEqual([['active'], ['ignored']]);
  const everywhere = await send(openVex([affected], { '@id': 'https://acme.example/vex/3', timestamp: '2026-01-01T00:00:00Z' }), { as: 'officer' });
  expect(everywhere.status).toBe(201);
  const seen = async (as: 'keeper' | 'officer') => (await test.call(contract.listVexDocuments, { query: {} }, { as })).items.map(({ id }) => id);
  expect([await seen('keeper'), await seen('officer')]).toEqual([[document.id], [everywhere.document.id, document.id]]);
  await expect(test.call(contract.getVexDocument, { params: { id: everywhere.document.id } }, { as: 'keeper' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(test.call(contract.deleteVexDocument, { params: { id: document.id } }, { as: 'ann' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(test.call(contract.trustVexIssuer, { body: { name: 'Me' } }, { as: 'officer' })).rejects.toMatchObject({ code: 'forbidden' });
  await test.call(contract.deleteVexDocument, { params: { id: document.id } }, { as: 'keeper' });
  expect(await listStates('shop-js')).toEqual(['active']);
});

it('a document is told, with what it says and whether that is acted on, and given out as it came', async () => {
  await trust();
  const sent = JSON.stringify(openVex([statement, { ...affected, products: [{ '@id': 'https://acme.example/app' }] }]), undefined, 1);
  const { document } = await send(sent);
  expect(await test.call(contract.getVexDocument, { params: { id: document.id } })).toEqual(document);
  const { items, total } = await test.call(contract.listVexStatements, { params: { id: document.id }, query: {} });
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { names: ['CVE-2026-1'], status: 'not_affected', acted_on: true, products: [{ name: 'pkg:npm/inner@0.3.0', within: null, unknown: false }] },
    { status: 'affected', action: 'Take another one', acted_on: false, products: [{ name: 'https://acme.example/app', unknown: true }] },
  ]);
  const second = await test.call(contract.listVexStatements, { params: { id: document.id }, query: { limit: 1, after: '0' } });
  expect(second).toMatchObject({ items: [{ position: 1 }], next: null });
  const answer = await fetch(test.baseUrl + contract.vexOriginalPath(document.id), { headers: test.headersOf('admin') });
  expect([await answer.text(), answer.headers.get('content-disposition')]).toEqual([sent, 'attachment; filename="https_acme.example_vex_2026-1.vex.json"']);
  expect(test.audited.filter(({ subject }) => subject === document.id || subject === name).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['vex-issuer.trusted', 'vex-document.imported']),
  );
});

it('the rules that documents come to are nobody’s to end, and stand in the export', async () => {
  await trust();
  await send(openVex([statement]));
  expect((await test.call(listIgnoreRules, { query: {} })).total_count).toBe(0);
  const ignored = (await violations()).find((one) => one.packageId === 'npm://app' && one.ignored)?.ignored;
  await expect(test.call(deleteIgnoreRule, { params: { id: ignored!.id } })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('VEX document of ACME Security'),
  });
  const exported = await test.call(exportComponentDetails, { body: { packageId: 'npm://app', version: '1.0.0', repoKey: 'js', format: 'vex' } });
  const analysis = { state: 'not_affected', justification: 'code_not_reachable', detail: ignored!.notes };
  expect(exported).toMatchObject({ vulnerabilities: [{ id: 'CVE-2026-1', analysis }] });
  await send(openVex([{ ...statement, status: 'fixed' }], { version: 2 }));
  const fixed = await test.call(exportComponentDetails, { body: { packageId: 'npm://app', version: '1.0.0', repoKey: 'js', format: 'vex' } });
  expect(fixed).toMatchObject({ vulnerabilities: [{ analysis: { state: 'resolved' } }] });
});

it('refuses what is too large or no document, and says where', async () => {
  expect((await send(`"${'x'.repeat(contract.largestVexDocument)}"`)).status).toBe(413);
  expect((await send('{"bomFormat":"CycloneDX"}')).refusal).toMatchObject({ detail: [{ path: 'metadata' }] });
  expect((await send(openVex([{ ...statement, status: 'fine' }]))).refusal).toMatchObject({ detail: [{ path: 'statements[0].status' }] });
  expect((await send('no JSON')).refusal).toMatchObject({ reason: 'vex_unreadable' });
});

it('documents that come at once on two nodes leave one of each', async () => {
  await trust();
  const versions = [1, 2, 3, 4, 5, 6];
  await Promise.all(versions.map((version) => send(openVex([version === 6 ? affected : statement], { version }), { on: version % 2 ? test : second })));
  const { items } = await test.call(contract.listVexDocuments, { query: {} });
  expect(items.map(({ version }) => version)).toEqual(['6']);
  await expect.poll(statesEverywhere, patience).toEqual(['active', 'active']);
  for (const { id } of items) await test.call(contract.deleteVexDocument, { params: { id } });
  expect(await statesEverywhere()).toEqual(['active', 'active']);
});
