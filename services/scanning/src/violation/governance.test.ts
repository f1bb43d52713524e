import * as policies from '@packhouse/contract/scanning/policy-routes.ts';
import { createXrayIgnoreRule, deleteXrayIgnoreRule, type IgnoreFilters } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { listIssues, scanNow } from '@packhouse/contract/scanning/scanning-routes.ts';
import * as violations from '@packhouse/contract/scanning/violation-routes.ts';
import * as watches from '@packhouse/contract/scanning/watch-routes.ts';
import { readTar } from '@packhouse/formats/archive/tar-archive.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { memoryContent } from '../inventory/content.ts';
import type { Db, ScanningSchema } from '../schema.ts';
import { countViolations } from './violation-count-queries.ts';

const inRepositories = { permission: 'readers', resourceType: 'repository' as const, include: [], exclude: [], actions: ['read' as const], through: 'user' };

let test: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  test = await startScanningPlatform({
    actors: {
      reader: { grants: [{ ...inRepositories, names: ['js'] }] },
      partial: { grants: [{ ...inRepositories, names: ['js'], include: ['app/**'] }] },
      warden: {
        grants: [
          {
            permission: 'policyManager',
            resourceType: 'duty',
            names: ['policies'],
            include: [],
            exclude: [],
            actions: ['read', 'manage'],
            through: 'user warden',
          },
        ],
      },
      editor: {
        grants: [
          { ...inRepositories, names: ['js'] },
          { ...inRepositories, names: ['js'], include: ['app/**'], verdicts: true as const },
        ],
      },
      keeper: {
        grants: [
          { permission: 'shop', resourceType: 'project', names: ['shop'], include: [], exclude: [], actions: ['read', 'manage'], through: 'user keeper' },
          { ...inRepositories, names: ['shop-js'] },
        ],
      },
    },
  });
  test.peers.projects = { find: async (key) => (key === 'shop' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'local', key: 'shop-js', format: 'npm', projectKey: 'shop' });
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
  const source = await test.source('advisories');
  await test.upload(
    source,
    lines(
      osv(
        'GHSA-app',
        { ecosystem: 'npm', name: 'app', events: [{ introduced: '0' }, { fixed: '1.1.0' }] },
        { aliases: ['CVE-2026-1'], database_specific: { severity: 'HIGH' } },
      ),
      osv('DEMO-app', { ecosystem: 'npm', name: 'app', versions: ['1.0.0'] }, { database_specific: { severity: 'LOW' } }),
      osv('MAL-evil', { ecosystem: 'npm', name: 'evil', versions: ['6.6.6'] }, { database_specific: { severity: 'CRITICAL' } }),
    ),
  );
  for (const [repository, name, version] of [
    ['js', 'app', '1.0.0'],
    ['js', 'evil', '6.6.6'],
    ['shop-js', 'app', '1.0.0'],
  ] as const) {
    await test.publishNpm(repository, name, version);
  }
  await vi.waitFor(async () => {
    const scanned = await db.selectFrom('target').select('id').where('state', '=', 'scanned').execute();
    if (scanned.length < 3) throw new Error('Not all is scanned');
  }, patience);
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

type Filter = z.input<typeof violations.ViolationFilter>;
const list = async (filter: Filter = {}, as = 'admin') => test.call(violations.listViolations, { body: filter }, { as });
const rows = async (filter: Filter = {}, as = 'admin') =>
  (await list(filter, as)).data.map(({ repository, packageId, subject, severity }) => `${repository} ${packageId} ${subject} ${severity}`).sort();
const makePolicy = (name: string, criteria: policies.PolicyCriteria, actions: object = {}) => ({
  name,
  type: 'security' as const,
  rules: [{ name: 'one', criteria, actions }],
});
const makeWatch = (name: string, policy: string, resources: object[] = [{ type: 'all-repos' }]) => ({
  general_data: { name },
  project_resources: { resources: resources as watches.WatchResource[] },
  assigned_policies: [{ name: policy }],
});
const inJs = 'js npm://app CVE-2026-1 High';
const inShop = 'shop-js npm://app CVE-2026-1 High';
const evil = 'js npm://evil MAL-evil Critical';
const notes = 'It is never called';
const addRule = async (ignore_filters: object, more: object = {}) => {
  const { info } = await test.call(createXrayIgnoreRule, { body: { notes, ignore_filters: ignore_filters as IgnoreFilters, ...more } });
  return info.slice(info.lastIndexOf(' ') + 1);
};
const endRule = (id: string) => test.call(deleteXrayIgnoreRule, { params: { id } });

describe('policies and watches', () => {
  it('judge what is there when they are saved, and again when they change', async () => {
    const severe = makePolicy('severe', { min_severity: 'High', fix_version_dependant: true });
    expect(await test.call(policies.createXrayPolicy, { body: severe })).toEqual({ info: 'Policy created successfully' });
    await expect(test.call(policies.createXrayPolicy, { body: severe })).rejects.toMatchObject({ status: 409 });
    await test.call(watches.createXrayWatch, { body: makeWatch('everything', 'severe') });
    expect(await rows()).toEqual([inJs, inShop]);
    const target = await db.selectFrom('target').select('id').where('repository', '=', 'js').where('package', '=', 'app').executeTakeFirstOrThrow();
    expect(await countViolations(db, [target.id])).toEqual({ active: 1, ignored: 0 });
    await test.call(policies.updateXrayPolicy, { params: { name: 'severe' }, body: makePolicy('severe', { malicious_package: true }) });
    expect(await rows()).toEqual([evil]);
    const { data } = await test.call(policies.listPolicyRevisions, { params: { name: 'severe' } });
    expect(data.map(({ revision, rules }) => [revision, rules[0]?.criteria])).toEqual([
      [2, { malicious_package: true }],
      [1, severe.rules[0]?.criteria],
    ]);
    await test.call(policies.updateXrayPolicy, { params: { name: 'severe' }, body: severe });
    expect(await rows()).toEqual([inJs, inShop]);
    expect((await test.call(watches.listWatches, {})).data[0]).toMatchObject({ violations: [{ severity: 'High', active: 2, ignored: 0 }] });
    expect(test.audited.map(({ action }) => action)).toEqual(expect.arrayContaining(['policy.created', 'policy.updated', 'watch.created']));
  });

  it('SEC-050 are kept by whoever has the duty, which names nothing that they may not read', async () => {
    const body = makePolicy('of-duty', { min_severity: 'High' });
    await test.call(policies.createXrayPolicy, { body }, { as: 'warden' });
    expect((await test.call(policies.listPolicies, {}, { as: 'warden' })).data.map(({ name }) => name)).toContain('of-duty');
    const found = await test.call(watches.previewPolicy, { body: makePolicy('severe', { malicious_package: true }) }, { as: 'warden' });
    expect([found.opens, found.opening, found.closing]).toEqual([1, [], []]);
    await expect(test.call(watches.createXrayWatch, { body: makeWatch('of-duty', 'of-duty') }, { as: 'warden' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(watches.listWatches, {}, { as: 'warden' })).rejects.toMatchObject({ code: 'forbidden' });
    await test.call(policies.deleteXrayPolicy, { params: { name: 'of-duty' } }, { as: 'warden' });
  });

  it('are kept as existing clients wrote them, and what cannot be honoured is refused by its name', async () => {
    const rule = {
      name: 'one',
      priority: 1,
      criteria: { cvss_range: { from: 7, to: 10 } },
      actions: { fail_build: true, mails: ['a@example.com'], webhooks: [] },
    };
    const body = { name: 'kept', type: 'security' as const, description: 'As it is', rules: [rule] };
    await test.call(policies.createXrayPolicy, { body });
    expect(await test.call(policies.readXrayPolicy, { params: { name: 'kept' } })).toMatchObject({ ...body, author: 'admin', revision: 1 });
    const refusal = async (criteria: object, actions: object = {}) => {
      const bad = { ...body, name: 'bad', rules: [{ name: 'one', criteria, actions }] } as unknown as policies.PolicyInput;
      return (await test.call(policies.createXrayPolicy, { body: bad }).catch((error: { detail: { path: string }[] }) => error.detail))?.[
        0 as never
      ] as unknown;
    };
    const min_severity = 'High';
    expect(await refusal({ min_severity, applicable_cves_only: true })).toMatchObject({ path: 'rules.0.criteria.applicable_cves_only' });
    expect(await refusal({ min_severity, banned_licenses: ['MIT'] })).toMatchObject({ path: 'rules.0.criteria' });
    expect(await refusal({ min_severity }, { create_ticket_enabled: true })).toMatchObject({ path: 'rules.0.actions.create_ticket_enabled' });
    expect(await refusal({ min_severity }, { webhooks: ['x'] })).toMatchObject({ path: 'rules.0.actions.webhooks' });
    await expect(test.call(watches.createXrayWatch, { body: makeWatch('bad', 'nowhere') })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(test.call(watches.createXrayWatch, { body: makeWatch('bad', 'kept', [{ type: 'curationPolicy', name: 'x' }]) })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(test.call(policies.deleteXrayPolicy, { params: { name: 'severe' } })).rejects.toMatchObject({ code: 'conflict' });
    const elsewhere = [{ type: 'repository', name: 'js', repo_type: 'remote' }];
    await expect(test.call(watches.createXrayWatch, { body: makeWatch('bad', 'kept', elsewhere) })).rejects.toMatchObject({
      detail: [{ path: 'project_resources.resources.0.repo_type' }],
    });
    await test.call(policies.deleteXrayPolicy, { params: { name: 'kept' } });
  });

  it('SEC-050 of a project use its policies and those of none, and say what of their resources is not there', async () => {
    const shop = { query: { projectKey: 'shop' } };
    const names = async (as: string, query: object) => (await test.call(watches.listAssignablePolicies, query, { as })).data.map(({ name }) => name).sort();
    await test.call(policies.createPolicy, { ...shop, body: makePolicy('of-shop', { min_severity: 'High' }) }, { as: 'keeper' });
    expect(await names('keeper', shop)).toEqual(['of-shop', 'severe']);
    expect(await names('admin', {})).toEqual(['severe']);
    await expect(names('keeper', {})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(names('keeper', { query: { projectKey: 'other' } })).rejects.toMatchObject({ code: 'forbidden' });
    const body = makeWatch('of-shop', 'severe', [
      { type: 'build', name: 'to-come' },
      { type: 'repository', name: 'shop-js' },
    ]);
    expect((await test.call(watches.createWatch, { ...shop, body }, { as: 'keeper' })).missing).toEqual(['to-come']);
    await test.call(watches.deleteWatch, { params: { name: 'of-shop' } }, { as: 'keeper' });
    await test.call(policies.deletePolicy, { params: { name: 'of-shop' } }, { as: 'keeper' });
  });

  it('say before they are saved what that would do, and keep nothing of it', async () => {
    const wider = makePolicy('severe', { min_severity: 'All Severities' }, { block_download: { active: true } });
    const before = await rows();
    const found = await test.call(watches.previewPolicy, { body: wider });
    expect(found).toMatchObject({ opens: 3, closes: 0, blocks: 3, pulled: 0, judged: 3, total: 3 });
    expect(found.opening.map(({ subject }) => subject).sort()).toEqual(['DEMO-app', 'DEMO-app', 'MAL-evil']);
    const narrower = await test.call(watches.previewWatch, { body: makeWatch('everything', 'severe', [{ type: 'repository', name: 'js' }]) });
    const remote = await test.call(watches.previewWatch, { body: makeWatch('everything', 'severe', [{ type: 'all-repos', repo_type: 'remote' }]) });
    expect(remote).toMatchObject({ opens: 0, closes: 2 });
    expect(narrower).toMatchObject({ opens: 0, closes: 1, closing: [{ repository: 'shop-js' }] });
    expect(await rows()).toEqual(before);
  });

  it('look only at names and paths that a regular expression finds, and take none that is not one', async () => {
    const filtered = (...filters: object[]) => makeWatch('by-name', 'severe', [{ type: 'all-repos', filters }]);
    const opened = async (...filters: object[]) =>
      (await test.call(watches.previewWatch, { body: filtered(...filters) })).opening.map(({ repository, package: name }) => `${repository} ${name}`).sort();
    expect(await opened({ type: 'regex', value: '^app-\\d' })).toEqual(['js app', 'shop-js app']);
    expect(await opened({ type: 'regex', value: '^evil' })).toEqual([]);
    expect(await opened({ type: 'regex', value: '^evil' }, { type: 'regex', value: 'APP' })).toEqual([]);
    expect(await opened({ type: 'regex', value: '^evil' }, { type: 'regex', value: '(?i)APP' })).toEqual(['js app', 'shop-js app']);
    expect(await opened({ type: 'path-regex', value: '^app/-/' }, { type: 'regex', value: 'tgz$' })).toEqual(['js app', 'shop-js app']);
    expect(await opened({ type: 'path-regex', value: '^-/' })).toEqual([]);
    for (const value of ['(app', '(?=app)'])
      await expect(test.call(watches.createXrayWatch, { body: filtered({ type: 'regex', value }) })).rejects.toMatchObject({
        detail: [{ path: 'project_resources.resources.0.filters.0.value' }],
      });
    await test.call(watches.createXrayWatch, { body: filtered({ type: 'path-regex', value: '(a+)+$' }) });
    expect(await test.call(watches.readXrayWatch, { params: { name: 'by-name' } })).toMatchObject({
      project_resources: { resources: [{ type: 'all-repos', filters: [{ type: 'path-regex', value: '(a+)+$' }] }] },
    });
    await test.call(watches.deleteXrayWatch, { params: { name: 'by-name' } });
  });

  it('look only at media types and properties that they name, and follow what is said of files', async () => {
    const filtered = (...filters: object[]) => makeWatch('by-label', 'severe', [{ type: 'all-repos', filters }]);
    const opened = async (...filters: object[]) =>
      (await test.call(watches.previewWatch, { body: filtered(...filters) })).opening.map(({ repository, package: name }) => `${repository} ${name}`).sort();
    expect(await opened({ type: 'mime-type', value: 'application/java-archive' })).toEqual([]);
    expect(await opened({ type: 'mime-type', value: 'application/java-archive' }, { type: 'mime-type', value: 'application/x-gzip' })).toEqual([
      'js app',
      'shop-js app',
    ]);
    const released = { type: 'property', value: { key: 'stage', value: 'released' } };
    await test.call(watches.createXrayWatch, { body: filtered(released) });
    const judged = async () => (await list({ watch: 'by-label' })).data.map(({ repository, packageId }) => `${repository} ${packageId}`);
    expect(await judged()).toEqual([]);
    const say = (stage: string) =>
      fetch(`${test.baseUrl}/artifactory/api/storage/js/app/-/app-1.0.0.tgz?properties=stage=${stage}`, { method: 'PUT', headers: test.headersOf('admin') });
    expect((await say('released')).status).toBe(204);
    await vi.waitFor(async () => expect(await judged()).toEqual(['js npm://app']), patience);
    expect((await say('withdrawn')).status).toBe(204);
    await vi.waitFor(async () => expect(await judged()).toEqual([]), patience);
    await test.call(watches.deleteXrayWatch, { params: { name: 'by-label' } });
  });

  it('judge licences by SPDX expressions', async () => {
    const licences = {
      name: 'licences',
      type: 'license' as const,
      rules: [{ name: 'bad', criteria: { banned_licenses: ['MIT'] }, actions: { custom_severity: 'Low' as const } }],
    };
    await test.call(policies.createPolicy, { body: licences });
    await test.call(watches.createWatch, { body: makeWatch('by-licence', 'licences', [{ type: 'repository', name: 'shop-js' }]) });
    expect(await rows({ type: 'license' })).toEqual(['shop-js npm://app MIT Low']);
    const rule = await addRule({ licenses: ['MIT'] });
    expect([await rows({ type: 'license' }), await rows({ type: 'license', filter: 'ignored' })]).toEqual([[], ['shop-js npm://app MIT Low']]);
    await endRule(rule);
    await test.call(watches.deleteWatch, { params: { name: 'by-licence' } });
    expect(await rows({ type: 'license' })).toEqual([]);
  });
});

describe('violations', () => {
  it('SEC-002 SEC-005 SEC-012 are listed by severity in pages of 25, active ones unless said otherwise', async () => {
    await test.call(policies.updatePolicy, { params: { name: 'severe' }, body: makePolicy('severe', { min_severity: 'All Severities' }) });
    const answer = await fetch(`${test.baseUrl}/ui/api/v1/xray/ui/violations?direction=asc&num_of_rows=25&order_by=severity&page_num=1`, {
      method: 'POST',
      headers: test.headersOf('admin'),
    });
    expect(answer.status).toBe(200);
    const told = (await answer.json()) as Awaited<ReturnType<typeof list>>;
    expect(told.data.map(({ subject, severity }) => `${subject} ${severity}`)).toEqual([
      'MAL-evil Critical',
      'CVE-2026-1 High',
      'CVE-2026-1 High',
      'DEMO-app Low',
      'DEMO-app Low',
    ]);
    expect(told).toMatchObject({
      total_count: 5,
      facets: {
        active: 5,
        ignored: 0,
        severities: [
          { severity: 'Critical', count: 1 },
          { severity: 'High', count: 2 },
          { severity: 'Low', count: 2 },
        ],
        types: [{ value: 'security', count: 5 }],
        policies: [{ value: 'severe', count: 5 }],
        watches: [{ value: 'everything', count: 5 }],
        repositories: [
          { value: 'js', count: 3 },
          { value: 'shop-js', count: 2 },
        ],
      },
    });
    expect((await list({}, 'reader')).facets.repositories).toEqual([{ value: 'js', count: 3 }]);
    expect((await list({ policy: 'severe', repository: 'shop-js' })).facets).toMatchObject({ active: 2, repositories: [{ value: 'shop-js', count: 2 }] });
    const page = await test.call(violations.listViolations, { query: { num_of_rows: 2, page_num: 2 }, body: {} });
    expect(page.data.map(({ subject }) => subject)).toEqual(['CVE-2026-1', 'DEMO-app']);
    expect(await rows({ packageId: 'npm://app', version: '1.0.0', repository: 'js' })).toEqual(['js npm://app CVE-2026-1 High', 'js npm://app DEMO-app Low']);
    expect(await rows({ subject: 'GHSA-app' })).toEqual([inJs, inShop]);
    const wire = await test.call(violations.listXrayViolations, { body: { filters: { min_severity: 'High' } } });
    expect(wire).toMatchObject({
      total_violations: 3,
      violations: [{ issue_id: 'MAL-evil', watch_name: 'everything', matched_policies: [{ policy: 'severe', rule: 'one' }] }, {}, {}],
    });
  });

  it('SEC-043 tells in which watches an issue breaks a rule', async () => {
    expect(await test.call(watches.listWatchesOfIssue, { query: { user_issue_id: 'GHSA-app' } })).toEqual({
      data: [{ name: 'everything', violations: 2 }],
      total_count: 1,
    });
    expect((await test.call(watches.listWatchesOfIssue, { query: { user_issue_id: 'GHSA-app' } }, { as: 'reader' })).data).toEqual([
      { name: 'everything', violations: 1 },
    ]);
  });

  it('SEC-039 SEC-047 are ignored one by one, and come back', async () => {
    const [first] = (await list({ subject: 'CVE-2026-1', repository: 'js' })).data;
    const { id } = await test.call(violations.ignoreViolation, { params: { id: first!.id }, body: { notes } });
    expect(await rows({ subject: 'CVE-2026-1' })).toEqual([inShop]);
    expect((await list({ filter: 'ignored' })).data).toMatchObject([{ id: first!.id, ignored: { id, notes, author: 'admin' } }]);
    await endRule(id);
    expect(await rows({ subject: 'CVE-2026-1' })).toEqual([inJs, inShop]);
    const { events, state } = await test.call(violations.readViolation, { params: { id: first!.id } });
    expect([state, events.slice(-2).map(({ what }) => what)]).toEqual(['active', ['ignored', 'returned']]);
  });

  it('SEC-047 are ignored once: that occurrence alone', async () => {
    const [first] = (await list({ subject: 'CVE-2026-1', repository: 'js' })).data;
    await test.call(violations.ignoreViolation, { params: { id: first!.id }, query: { ignore_once: 'true' }, body: { notes } });
    expect([await rows({ subject: 'CVE-2026-1' }), await rows({ filter: 'ignored' })]).toEqual([[inShop], [inJs]]);
    // The finding itself is not ignored, and breaks the rules of another watch.
    await test.call(watches.createWatch, { body: makeWatch('second', 'severe', [{ type: 'repository', name: 'js' }]) });
    expect(await rows({ subject: 'CVE-2026-1', repository: 'js' })).toEqual([inJs]);
    await test.call(watches.deleteWatch, { params: { name: 'second' } });
    // It is over when the rule is broken no more; what breaks it then is another occurrence.
    await test.call(policies.updatePolicy, { params: { name: 'severe' }, body: makePolicy('severe', { malicious_package: true }) });
    await test.call(policies.updatePolicy, { params: { name: 'severe' }, body: makePolicy('severe', { min_severity: 'All Severities' }) });
    expect([await rows({ subject: 'CVE-2026-1' }), await rows({ filter: 'ignored' })]).toEqual([[inJs, inShop], []]);
  });

  it('SEC-038 are ignored all at once, until an end that the clock brings', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    expect(await test.call(violations.ignoreAllViolations, { body: { notes, expires_at, filter: { repository: 'js' } } })).toMatchObject({
      ignored: 3,
      left: 0,
    });
    expect([await rows({ repository: 'js' }), (await rows({ filter: 'ignored' })).length]).toEqual([[], 3]);
    const past = new Date(Date.now() - 1000);
    await db.updateTable('violation').set({ ignored_until: past }).where('state', '=', 'ignored').execute();
    expect([(await rows({ repository: 'js' })).length, await rows({ filter: 'ignored' })]).toEqual([3, []]);
    await db.updateTable('ignore_rule').set({ expires_at: past }).where('deleted_at', 'is', null).execute();
    expect((await rows({ repository: 'js' })).length).toBe(3);
  });

  it('are ignored by rules that are limited to watches or policies, which hide no findings', async () => {
    const id = await addRule({ vulnerabilities: ['any'], watches: ['everything'] });
    expect([await rows(), (await rows({ filter: 'ignored' })).length]).toEqual([[], 5]);
    expect((await test.call(listIssues, { query: { packageId: 'npm://app', version: '1.0.0' } })).total_count).toBe(2);
    await endRule(id);
    const other = await addRule({ vulnerabilities: ['any'], policies: ['another'] });
    expect((await rows()).length).toBe(5);
    await endRule(other);
  });

  it('SEC-050 are read by who may read the files, and ignored by administrators, those of a project in it', async () => {
    expect(await rows({}, 'reader')).toEqual([inJs, 'js npm://app DEMO-app Low', evil]);
    expect(await rows({}, 'partial')).toEqual(['js npm://app CVE-2026-1 High', 'js npm://app DEMO-app Low']);
    const [js] = (await list({ subject: 'CVE-2026-1', repository: 'js' })).data;
    const [shop] = (await list({ subject: 'CVE-2026-1', repository: 'shop-js' })).data;
    const ignore = (id: string, as: string) => test.call(violations.ignoreViolation, { params: { id }, body: { notes } }, { as });
    await expect(ignore(js!.id, 'reader')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(ignore(shop!.id, 'reader')).rejects.toMatchObject({ code: 'not_found' });
    await expect(ignore(js!.id, 'keeper')).rejects.toMatchObject({ code: 'not_found' });
    const { id } = await ignore(shop!.id, 'keeper');
    expect(await rows({ filter: 'ignored' })).toEqual([inShop]);
    await endRule(id);
    for (const as of ['reader', 'partial']) await expect(test.call(policies.listPolicies, {}, { as })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(policies.createPolicy, { body: makePolicy('mine', { min_severity: 'Low' }) }, { as: 'keeper' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await test.call(policies.createPolicy, { query: { projectKey: 'shop' }, body: makePolicy('mine', { min_severity: 'Low' }) }, { as: 'keeper' });
    await test.call(watches.createWatch, { query: { projectKey: 'shop' }, body: makeWatch('ours', 'mine') }, { as: 'keeper' });
    expect((await rows({ watch: 'ours' })).every((row) => row.startsWith('shop-js '))).toBe(true);
    expect((await test.call(watches.listWatches, {}, { as: 'keeper' })).data.map(({ general_data }) => general_data.name)).toEqual(['ours']);
    await expect(test.call(watches.deleteWatch, { params: { name: 'everything' } }, { as: 'keeper' })).rejects.toMatchObject({ code: 'not_found' });
    await test.call(watches.deleteWatch, { params: { name: 'ours' } }, { as: 'keeper' });
  });

  it('SEC-050 are ignored, and files scanned again, where a permission gives the right to edit scan data, and nowhere else', async () => {
    const seen = (await list({}, 'editor')).data.map(({ packageId, may_ignore }) => `${packageId} ${may_ignore}`);
    expect([...new Set(seen)].sort()).toEqual(['npm://app true', 'npm://evil false']);
    const [app] = (await list({ subject: 'CVE-2026-1', repository: 'js' })).data;
    const [harm] = (await list({ subject: 'MAL-evil' })).data;
    const ignore = (id: string) => test.call(violations.ignoreViolation, { params: { id }, body: { notes } }, { as: 'editor' });
    await expect(ignore(harm!.id)).rejects.toMatchObject({ code: 'forbidden' });
    const { id } = await ignore(app!.id);
    expect([await rows({ subject: 'CVE-2026-1' }), await rows({ filter: 'ignored' })]).toEqual([[inShop], [inJs]]);
    await expect(test.call(deleteXrayIgnoreRule, { params: { id } }, { as: 'reader' })).rejects.toMatchObject({ code: 'not_found' });
    await test.call(deleteXrayIgnoreRule, { params: { id } }, { as: 'editor' });
    expect(await rows({ subject: 'CVE-2026-1' })).toEqual([inJs, inShop]);
    const whole = { notes, ignore_filters: { vulnerabilities: ['any'] } };
    await expect(test.call(createXrayIgnoreRule, { body: whole }, { as: 'editor' })).rejects.toMatchObject({ code: 'forbidden' });
    const scan = (packageId: string) => test.call(scanNow, { body: { packageId, version: packageId === 'npm://app' ? '1.0.0' : '6.6.6' } }, { as: 'editor' });
    expect(['scanned', 'in progress']).toContain((await scan('npm://app')).status);
    await expect(scan('npm://evil')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('are forgotten when they have been over for 180 days', async () => {
    const ended = await db.selectFrom('violation').select('id').where('state', '=', 'closed').execute();
    const [first, ...others] = ended.map(({ id }) => id);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await db
      .updateTable('violation')
      .set({ changed_at: daysAgo(179) })
      .where('state', '=', 'closed')
      .execute();
    await db
      .updateTable('violation')
      .set({ changed_at: daysAgo(181) })
      .where('id', '=', first!)
      .execute();
    await test.platform.jobs.add('forget-violations', {});
    const left = async () => (await db.selectFrom('violation').select('id').where('state', '=', 'closed').orderBy('id').execute()).map(({ id }) => id);
    await expect.poll(left, patience).toEqual(others.sort((one, other) => one - other));
  });
});

describe('blocked downloads', () => {
  const get = (path: string, method = 'GET') => fetch(`${test.baseUrl}${path}`, { method, headers: test.headersOf('admin') });
  const tarball = '/artifactory/api/npm/js/app/-/app-1.0.0.tgz';
  const block = (more: object = {}, criteria: policies.PolicyCriteria = { vulnerability_ids: ['CVE-2026-1'] }) =>
    test.call(policies.updatePolicy, { params: { name: 'severe' }, body: makePolicy('severe', criteria, { block_download: { active: true, ...more } }) });

  it('are refused in words that say why, for GET of the file alone', async () => {
    expect((await get(tarball)).status).toBe(200);
    await block();
    await expect.poll(async () => (await get(tarball)).status, patience).toBe(403);
    const answer = await get(tarball);
    const text = await answer.text();
    for (const word of ['CVE-2026-1', 'app 1.0.0', 'Fixed in 1.1.0', 'rule one', 'policy severe', 'watch everything', '/ui/security/violations/'])
      expect(text).toContain(word);
    expect((await get(tarball, 'HEAD')).status).toBe(200);
    expect((await get('/artifactory/api/npm/js/app')).status).toBe(200);
    expect((await get('/artifactory/js/app/-/app-1.0.0.tgz')).status).toBe(403);
    expect((await get('/artifactory/js/evil/-/evil-6.6.6.tgz')).status).toBe(200);
    const folder = memoryContent(Buffer.from(await (await get('/artifactory/api/archive/download/js?archiveType=tar')).arrayBuffer()));
    const packed = await readTar(folder, () => ({ limit: 1_000_000 }), 'none');
    expect([...packed.keys()].filter((name) => name.endsWith('.tgz'))).toEqual(['evil/-/evil-6.6.6.tgz']);
    expect(packed.get('LEFT-OUT.txt')?.toString()).toMatch(/^app\/-\/app-1\.0\.0\.tgz: .*CVE-2026-1.*\n$/);
    const id = await addRule({ cves: ['CVE-2026-1'] });
    expect((await get(tarball)).status).toBe(200);
    await endRule(id);
    expect((await get(tarball)).status).toBe(403);
    const preview = async (criteria: policies.PolicyCriteria) =>
      (await test.call(watches.previewPolicy, { body: makePolicy('severe', criteria, { block_download: { active: true } }) })).blocks;
    expect([await preview({ vulnerability_ids: ['CVE-2026-1'] }), await preview({ min_severity: 'All Severities' })]).toEqual([0, 1]);
  });

  it('go on for the days of grace, and those of grace only for what runs', async () => {
    await block({ grace_period_days: 7 });
    const running = await get(tarball);
    expect(running.status).toBe(200);
    expect(running.headers.get('warning')).toMatch(
      /^299 - "app\/-\/app-1\.0\.0\.tgz will be blocked from .* on: CVE-2026-1 in app 1\.0\.0 breaks the rule one of the policy severe, watch everything\."$/,
    );
    await block({ grace_period_days: 7, running_days: 30 });
    const shop = '/artifactory/api/npm/shop-js/app/-/app-1.0.0.tgz';
    await expect.poll(async () => (await get(shop)).status, patience).toBe(403);
    await block({}, { vulnerability_ids: ['CVE-0'] });
    expect((await get(shop)).status).toBe(200);
  });

  it('wait for the scan of what is not scanned', async () => {
    await block({ unscanned: true }, { min_severity: 'Critical' });
    await test.publishNpm('js', 'fresh', '1.0.0');
    expect((await get('/artifactory/api/npm/js/fresh/-/fresh-1.0.0.tgz')).status).toBe(200);
    await test.publishNpm('js', 'evil', '6.6.6-again');
    const source = await test.source('late');
    await test.upload(source, lines(osv('MAL-late', { ecosystem: 'npm', name: 'late', versions: ['1.0.0'] }, { database_specific: { severity: 'CRITICAL' } })));
    await test.publishNpm('js', 'late', '1.0.0');
    expect((await get('/artifactory/api/npm/js/late/-/late-1.0.0.tgz')).status).toBe(403);
    await db.updateTable('target').set({ state: 'scan failed', scanned_at: null }).where('package', '=', 'fresh').execute();
    const answer = await get('/artifactory/api/npm/js/fresh/-/fresh-1.0.0.tgz');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([403, '30']);
    await block({}, { vulnerability_ids: ['CVE-0'] });
  });
});
