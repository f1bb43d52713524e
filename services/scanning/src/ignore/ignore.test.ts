import { browseTree } from '@packhouse/contract/repositories/artifact-routes.ts';
import { packageListQuery } from '@packhouse/contract/repositories/package-graphql.ts';
import { queryPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { createPolicy, deletePolicy, listPolicies } from '@packhouse/contract/scanning/policy-routes.ts';
import { summariseArtifacts } from '@packhouse/contract/scanning/scanning-compatible-routes.ts';
import { scanArtifact } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import * as contract from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { componentDetails, exportComponentDetails, listIssues, searchComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ScanningSchema } from '../schema.ts';

const grant = (names: string[], actions: ('read' | 'manage')[], resourceType: 'repository' | 'project' = 'repository', include: string[] = []) => ({
  permission: 'test',
  resourceType,
  names,
  include,
  exclude: [],
  actions,
  through: 'user',
});

let test: ScanningTestPlatform;
beforeAll(async () => {
  test = await startScanningPlatform({
    actors: {
      reader: { grants: [grant(['js'], ['read'])] },
      partial: { grants: [{ ...grant(['js'], ['read']), exclude: ['app/-/*.tgz'] }] },
      stranger: {},
      keeper: { grants: [grant(['js', 'shop-js'], ['read', 'manage']), grant(['shop'], ['manage'], 'project', ['settings'])] },
      // As roles in the project give them.
      ruler: { grants: [grant(['js', 'shop-js'], ['read']), grant(['shop'], ['manage'], 'project', ['rules'])] },
      scanner: { grants: [grant(['js', 'shop-js'], ['read']), grant(['shop'], ['manage'], 'project', ['scans'])] },
      looker: { grants: [grant(['shop'], ['manage'], 'project', ['seen-policies'])] },
    },
  });
  test.peers.projects = { find: async (key) => (key === 'shop' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'local', key: 'shop-js', format: 'npm', projectKey: 'shop' });
  for (const repository of ['js', 'shop-js'])
    await test.publishNpm(repository, 'app', '1.0.0', { 'package/node_modules/inner/package.json': '{"name":"inner","version":"0.3.0"}' });
  await test.publishNpm('js', 'other', '2.0.0', { 'package/node_modules/inner/package.json': '{"name":"inner","version":"0.3.0"}' });
  await test.upload(
    await test.source('first'),
    lines(
      osv('GHSA-app', { ecosystem: 'npm', name: 'app', versions: ['1.0.0'] }, { aliases: ['CVE-2026-1'], database_specific: { severity: 'HIGH' } }),
      osv('OTHER-app', { ecosystem: 'npm', name: 'app', versions: ['1.0.0'] }, { aliases: ['CVE-2026-1'] }),
      osv('DEMO-inner', { ecosystem: 'npm', name: 'inner', versions: ['0.3.0'] }, { database_specific: { severity: 'CRITICAL' } }),
    ),
  );
  for (const repository of ['js', 'shop-js']) await test.scanned('npm://app', '1.0.0', repository);
  await test.scanned('npm://other', '2.0.0');
});
afterAll(() => test.stop());

const app = { packageId: 'npm://app', version: '1.0.0', repoKey: 'js' };
const other = { packageId: 'npm://other', version: '2.0.0', repoKey: 'js' };
const file = { repoKey: 'js', path: 'app/-/app-1.0.0.tgz' };
const notes = 'It is never called';
const readIds = async (ref: typeof app, filter: 'active' | 'ignored' = 'active') =>
  (await test.call(listIssues, { query: { ...ref, filter } })).data.map(({ id }) => id);
const readAlert = async (place = file) => (await test.call(contract.getArtifactAlert, { query: place })).alert;
const readMark = async () => (await test.call(browseTree, { body: { repoKey: 'js', path: 'app/-' } })).items[0]?.alert;

async function addRule(ignore_filters: object, more: { as?: string; projectKey?: string; expires_at?: string } = {}): Promise<string> {
  const { as = 'admin', projectKey, ...rest } = more;
  const body = { notes, ...rest, ignore_filters: ignore_filters as contract.IgnoreFilters };
  const { info } = await test.call(contract.createXrayIgnoreRule, { query: projectKey ? { projectKey } : {}, body }, { as });
  expect(info).toMatch(/^Successfully added Ignore rule with id: [0-9a-f-]{36}$/);
  return info.slice(info.lastIndexOf(' ') + 1);
}
const endRule = (id: string) => test.call(contract.deleteXrayIgnoreRule, { params: { id } });

describe('the alert of a file', () => {
  it('ARTI-019 ARTI-020 goes when all its findings are ignored, and comes back', async () => {
    expect(await readAlert()).toMatchObject({ severity: 'Critical', active: 2, ignored: 0, allowed: true, packageId: 'npm://app', version: '1.0.0' });
    expect(await readMark()).toBe('Critical');
    const one = await test.call(contract.ignoreAlert, { body: { ...file, findings: ['DEMO-inner'], notes } });
    expect(one).toMatchObject({ active: 1, ignored: 1 });
    expect(await readMark()).toBe('High');
    expect(await test.call(contract.ignoreAlert, { body: { ...file, notes } })).toMatchObject({ active: 0, ignored: 2 });
    expect(await readMark()).toBeUndefined();
    expect(await readAlert()).toMatchObject({ severity: null, findings: [{ ignored: { author: 'admin', notes, own: true } }, { id: 'CVE-2026-1' }] });
    expect(await test.call(contract.unignoreAlert, { body: { ...file, findings: ['CVE-2026-1'] } })).toEqual({ active: 1, ignored: 1 });
    expect(await readMark()).toBe('High');
    expect(await test.call(contract.unignoreAlert, { body: file })).toEqual({ active: 2, ignored: 0 });
    expect(await readMark()).toBe('Critical');
  });

  it('is not told to who may not read the file', async () => {
    const level = async (as: string, path: string) => (await test.call(browseTree, { body: { repoKey: 'js', path } }, { as })).items.map(({ alert }) => alert);
    expect(await level('reader', 'app/-')).toEqual(['Critical']);
    expect(await level('partial', 'other/-')).toEqual(['Critical']);
    expect(await level('partial', 'app/-')).toEqual([]);
  });

  it('takes single findings out of a rule that names several', async () => {
    await test.call(contract.ignoreAlert, { body: { ...file, findings: ['DEMO-inner', 'GHSA-app'], notes } });
    expect(await readIds(app)).toEqual([]);
    await test.call(contract.unignoreAlert, { body: { ...file, findings: ['CVE-2026-1'] } });
    expect([await readIds(app), await readIds(app, 'ignored')]).toEqual([['CVE-2026-1'], ['DEMO-inner']]);
    await test.call(contract.unignoreAlert, { body: file });
    expect(test.audited.map(({ action }) => action)).toEqual(expect.arrayContaining(['ignore-rule.created', 'ignore-rule.changed', 'ignore-rule.deleted']));
  });

  it('ACC-007 is ignored, and shown again, only together with the entry in the audit log', async () => {
    const state = async () => [await readIds(app), await readIds(app, 'ignored')];
    const nothing = await state();
    /** Tells what is left when the entry cannot be kept together with the change. */
    const unrecorded = async (change: () => Promise<unknown>) => {
      const refusal = vi.spyOn(test.platform.identity, 'audit').mockImplementation(async (_entry, transaction) => {
        if (transaction) throw new Error('the log is full');
      });
      await expect(change()).rejects.toMatchObject({ status: 500 });
      refusal.mockRestore();
      return state();
    };
    const body = { ...file, findings: ['DEMO-inner', 'GHSA-app'], notes };
    expect(await unrecorded(() => test.call(contract.ignoreAlert, { body }))).toEqual(nothing);
    await test.call(contract.ignoreAlert, { body });
    const ignored = await state();
    expect(await unrecorded(() => test.call(contract.unignoreAlert, { body: { ...file, findings: ['CVE-2026-1'] } }))).toEqual(ignored);
    expect(await unrecorded(() => test.call(contract.unignoreAlert, { body: file }))).toEqual(ignored);
    await test.call(contract.unignoreAlert, { body: file });
    expect(await state()).toEqual(nothing);
  });

  it('is ignored for this file alone, and wider rules are not ended with it', async () => {
    await test.call(contract.ignoreAlert, { body: { ...file, notes } });
    expect(await readIds(other)).toEqual(['DEMO-inner']);
    await test.call(contract.unignoreAlert, { body: file });
    const wide = await addRule({ vulnerabilities: ['DEMO-inner'] });
    expect(await test.call(contract.unignoreAlert, { body: file })).toEqual({ active: 1, ignored: 1 });
    expect((await readAlert())?.findings[1]).toMatchObject({ id: 'DEMO-inner', ignored: { id: wide, own: false } });
    await endRule(wide);
  });

  it('ARTI-027 SEC-050 is for administrators, and in their project for project administrators', async () => {
    const shop = { ...file, repoKey: 'shop-js' };
    await expect(test.call(contract.ignoreAlert, { body: { ...file, notes } }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(contract.unignoreAlert, { body: file }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(contract.ignoreAlert, { body: { ...file, notes } }, { as: 'keeper' })).rejects.toMatchObject({ code: 'forbidden' });
    expect((await test.call(contract.getArtifactAlert, { query: file }, { as: 'reader' })).alert).toMatchObject({ severity: 'Critical', allowed: false });
    await expect(test.call(contract.getArtifactAlert, { query: file }, { as: 'stranger' })).rejects.toMatchObject({ code: 'forbidden' });
    const { id } = await test.call(contract.ignoreAlert, { body: { ...shop, notes } }, { as: 'keeper' });
    expect(await readAlert(shop)).toMatchObject({ active: 0, ignored: 2 });
    expect(await readAlert()).toMatchObject({ active: 2 });
    const rules = await test.call(contract.listIgnoreRules, {}, { as: 'keeper' });
    expect(rules).toMatchObject({ total_count: 1, data: [{ id, author: 'keeper', project_key: 'shop' }] });
    await test.call(contract.deleteIgnoreRule, { params: { id } }, { as: 'keeper' });
    expect(await readAlert(shop)).toMatchObject({ active: 2 });
    for (const as of ['reader', 'stranger']) await expect(test.call(contract.listIgnoreRules, {}, { as })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(addRule({ vulnerabilities: ['any'] }, { as: 'keeper' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(addRule({ vulnerabilities: ['any'] }, { as: 'reader', projectKey: 'shop' })).rejects.toMatchObject({ code: 'forbidden' });
    const foreign = await addRule({ vulnerabilities: ['nothing'] });
    await expect(test.call(contract.getXrayIgnoreRule, { params: { id: foreign } }, { as: 'keeper' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(test.call(contract.deleteIgnoreRule, { params: { id: foreign } }, { as: 'keeper' })).rejects.toMatchObject({ code: 'not_found' });
    await endRule(foreign);
  });
});

describe('API-002 a role in a project', () => {
  const shop = { ...file, repoKey: 'shop-js' };
  const scan = (repo: string, as: string) => test.call(scanArtifact, { body: { repo, path: file.path } }, { as });

  it('lets ignore rules be kept there, and nothing be scanned elsewhere', async () => {
    const id = await addRule({ vulnerabilities: ['any'] }, { as: 'ruler', projectKey: 'shop' });
    expect(await test.call(contract.listIgnoreRules, {}, { as: 'ruler' })).toMatchObject({ total_count: 1, data: [{ id, author: 'ruler' }] });
    await test.call(contract.deleteIgnoreRule, { params: { id } }, { as: 'ruler' });
    const { id: ofFile } = await test.call(contract.ignoreAlert, { body: { ...shop, notes } }, { as: 'ruler' });
    await test.call(contract.deleteIgnoreRule, { params: { id: ofFile } }, { as: 'ruler' });
    await expect(addRule({ vulnerabilities: ['any'] }, { as: 'ruler' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(scan('js', 'ruler')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('lets scans be asked for there, and nothing be ignored', async () => {
    expect(['scanned', 'in progress']).toContain((await scan('shop-js', 'scanner')).status);
    await expect(scan('js', 'scanner')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(addRule({ vulnerabilities: ['any'] }, { as: 'scanner', projectKey: 'shop' })).rejects.toMatchObject({ code: 'forbidden' });
    await test.scanned('npm://app', '1.0.0', 'shop-js');
  });

  it('lets policies be seen there, and not be changed', async () => {
    const ofShop = { query: { projectKey: 'shop' } };
    const rules = [{ name: 'any', criteria: { min_severity: 'Low' as const }, actions: {} }];
    const body = { name: 'of-shop', type: 'security' as const, rules };
    await test.call(createPolicy, { ...ofShop, body });
    const seen = async (query: { projectKey?: string }) => (await test.call(listPolicies, { query }, { as: 'looker' })).data.map(({ name }) => name);
    expect(await seen({ projectKey: 'shop' })).toContain('of-shop');
    await expect(test.call(createPolicy, { ...ofShop, body: { ...body, name: 'mine' } }, { as: 'looker' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(deletePolicy, { params: { name: 'of-shop' } }, { as: 'looker' })).rejects.toMatchObject({ code: 'not_found' });
    await test.call(deletePolicy, { params: { name: 'of-shop' } });
  });
});

describe('ignore rules', () => {
  it('SEC-015 SEC-016 are written, read under both spellings, and ended', async () => {
    const filters = { cves: ['CVE-2026-1'], components: [{ name: 'npm://app', version: '1.0.0' }] };
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { info } = await test.call(contract.createIgnoreRule, { body: { notes, expires_at, ignore_filters: filters } });
    const id = info.slice(info.lastIndexOf(' ') + 1);
    const rule = { id, author: 'admin', notes, expires_at, is_expired: false, ignore_filters: filters };
    expect(await test.call(contract.getXrayIgnoreRule, { params: { id } })).toMatchObject(rule);
    for (const route of [contract.listIgnoreRules, contract.listIgnoreRules2, contract.listXrayIgnoreRules])
      expect(await test.call(route, { query: { vulnerability: 'CVE-2026-1' } })).toMatchObject({ data: [rule], total_count: 1 });
    const raw = await fetch(`${test.baseUrl}/xray/api/v1/ignore_rules/${id}`, { method: 'DELETE', headers: test.headersOf('admin') });
    expect([raw.status, await raw.text()]).toEqual([204, '']);
    await expect(test.call(contract.getXrayIgnoreRule, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('refuses rules without a reason, about nothing, in the past, or limited to what is not here', async () => {
    const refused = (body: object) => expect(test.call(contract.createIgnoreRule, { body: body as never })).rejects.toMatchObject({ code: 'invalid_input' });
    const ignore_filters = { cves: ['CVE-2026-1'] };
    await refused({ ignore_filters });
    await refused({ notes: '  ', ignore_filters });
    await refused({ notes, ignore_filters: { components: [{ name: 'app' }] } });
    await refused({ notes, ignore_filters, expires_at: '2020-01-01T00:00:00Z' });
    await refused({ notes, ignore_filters: { ...ignore_filters, 'docker-layers': ['all'] } });
    await expect(addRule(ignore_filters, { projectKey: 'nowhere' })).rejects.toMatchObject({ code: 'project_not_found' });
  });

  it.each([
    [{ cves: ['cve-2026-1'] }, ['DEMO-inner'], ['DEMO-inner']],
    [{ vulnerabilities: ['OTHER-app'] }, ['DEMO-inner'], ['DEMO-inner']],
    [{ vulnerabilities: ['any'] }, [], []],
    [{ vulnerabilities: ['any'], cves: ['CVE-2026-1'] }, ['DEMO-inner'], ['DEMO-inner']],
    [{ licenses: ['MIT'] }, ['DEMO-inner', 'CVE-2026-1'], ['DEMO-inner']],
    [{ vulnerabilities: ['any'], builds: [{ name: 'shop' }] }, ['DEMO-inner', 'CVE-2026-1'], ['DEMO-inner']],
    [{ vulnerabilities: ['any'], components: [{ name: 'inner' }] }, ['CVE-2026-1'], []],
    [{ vulnerabilities: ['any'], components: [{ name: 'npm://inner', version: '0.3.0' }] }, ['CVE-2026-1'], []],
    [{ vulnerabilities: ['any'], components: [{ name: 'pkg:npm/inner' }] }, ['CVE-2026-1'], []],
    [{ vulnerabilities: ['any'], components: [{ name: 'inner', version: '0.4.0' }] }, ['DEMO-inner', 'CVE-2026-1'], ['DEMO-inner']],
    [{ vulnerabilities: ['any'], artifacts: [{ name: 'app-1.0.0.tgz', path: 'js/app/-/' }] }, [], ['DEMO-inner']],
    [{ vulnerabilities: ['any'], artifacts: [{ name: 'app', version: '1.0.0' }] }, [], ['DEMO-inner']],
    [{ vulnerabilities: ['any'], artifacts: [{ name: 'npm://other' }] }, ['DEMO-inner', 'CVE-2026-1'], []],
    [{ vulnerabilities: ['any'], artifacts: [{ name: 'any', path: 'default/js/' }] }, [], []],
    [{ vulnerabilities: ['any'], artifacts: [{ name: 'app-1.0.0.tgz', path: 'js/' }] }, ['DEMO-inner', 'CVE-2026-1'], ['DEMO-inner']],
    [{ vulnerabilities: ['DEMO-inner'], components: [{ name: 'inner' }], artifacts: [{ name: 'other' }] }, ['DEMO-inner', 'CVE-2026-1'], []],
  ])('hide what fits all they name: %j', async (filters, left, leftOfOther) => {
    const id = await addRule(filters);
    expect([await readIds(app), await readIds(other)]).toEqual([left, leftOfOther]);
    await endRule(id);
    expect([await readIds(app), await readIds(other)]).toEqual([['DEMO-inner', 'CVE-2026-1'], ['DEMO-inner']]);
  });

  it('hide findings from figures, lists, searches and summaries, and from no SBOM; then they count apart', async () => {
    const listed = async (severities: string[]) => {
      const { data } = await test.call(queryPackages, { body: { query: packageListQuery.text, variables: { filter: { severities } } } });
      return packageListQuery.data.parse(data).packages.nodes.map(({ name }) => name);
    };
    const look = async () => ({
      figures: (await test.call(componentDetails, { body: app })).vulnerabilities,
      searched: (await test.call(searchComponents, { body: 'all_components', query: { search: 'other' } })).data[0]?.vulnerabilities?.critical,
      summary: (await test.call(summariseArtifacts, { body: { paths: ['default/js/app/-/app-1.0.0.tgz'] } })).artifacts[0]?.issues.map(
        ({ issue_id }) => issue_id,
      ),
      listed: await listed(['critical']),
      sbom: (await test.call(exportComponentDetails, { body: app })) as object,
    });
    const before = await look();
    expect(before).toMatchObject({ figures: { critical: 1, high: 1 }, searched: 1, summary: ['DEMO-inner', 'GHSA-app'], listed: ['app', 'other'] });
    const id = await addRule({ vulnerabilities: ['DEMO-inner'] });
    const during = await look();
    expect(during).toMatchObject({ figures: { critical: 0, high: 1 }, searched: 0, summary: ['GHSA-app'], listed: [], sbom: before.sbom });
    expect(await test.call(componentDetails, { body: app })).toMatchObject({ active: 1, ignored: 1, may_ignore: true });
    const { data, total_count } = await test.call(listIssues, { query: { ...app, filter: 'ignored' } });
    expect({ data, total_count }).toMatchObject({
      total_count: 1,
      data: [{ id: 'DEMO-inner', ignored: { id, author: 'admin', notes, expires_at: null, own: false } }],
    });
    await endRule(id);
    expect(await look()).toEqual(before);
  });

  it('are shown with the longest folder that a file can lie in', async () => {
    const path = `js/${'long-folder/'.repeat(90)}`;
    const id = await addRule({ vulnerabilities: ['DEMO-inner'], artifacts: [{ name: 'x.tgz', path }] });
    const { data } = await test.call(contract.listIgnoreRules, { query: {} });
    expect(data.find((rule) => rule.id === id)?.ignore_filters.artifacts).toEqual([expect.objectContaining({ path })]);
    await endRule(id);
  });

  it('lapse by themselves', async () => {
    const db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 1 });
    const id = await addRule({ vulnerabilities: ['any'] }, { expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await readIds(app)).toEqual([]);
    await db
      .updateTable('ignore_rule')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('uuid', '=', id)
      .execute();
    await db.destroy();
    expect(await readIds(app)).toEqual(['DEMO-inner', 'CVE-2026-1']);
    expect(await test.call(contract.getXrayIgnoreRule, { params: { id } })).toMatchObject({ is_expired: true });
    await endRule(id);
  });
});
