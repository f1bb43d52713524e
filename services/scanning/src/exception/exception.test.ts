import * as exceptions from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { createPolicy, PolicyInput } from '@packhouse/contract/scanning/policy-routes.ts';
import { getXrayIgnoreRule, listIgnoreRules } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { exportComponentDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { listViolations, readViolation } from '@packhouse/contract/scanning/violation-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const read = (names: string[]) => ({
  permission: 'readers',
  resourceType: 'repository' as const,
  names,
  include: [],
  exclude: [],
  actions: ['read' as const],
  through: 'user',
});
const keeping = {
  permission: 'shop',
  resourceType: 'project' as const,
  names: ['shop'],
  include: [],
  exclude: [],
  actions: ['read' as const, 'manage' as const],
  through: 'user',
};
let test: ScanningTestPlatform;
beforeAll(async () => {
  test = await startScanningPlatform({
    actors: {
      ann: { grants: [read(['js', 'shop-js'])] },
      bob: { grants: [read(['js', 'shop-js'])] },
      keeper: { grants: [keeping, read(['shop-js'])] },
    },
  });
  test.peers.projects = { find: async (key) => (key === 'shop' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'local', key: 'shop-js', format: 'npm', projectKey: 'shop' });
  for (const key of ['js', 'shop-js']) await test.publishNpm(key, 'app', '1.0.0');
  const record = osv('GHSA-app', { ecosystem: 'npm', name: 'app', versions: ['1.0.0'] }, { aliases: ['CVE-2026-1'], database_specific: { severity: 'HIGH' } });
  await test.upload(await test.source('advisories'), lines(record));
  for (const key of ['js', 'shop-js']) await test.scanned('npm://app', '1.0.0', key);
  const rule = { name: 'one', criteria: { min_severity: 'High' as const }, actions: { block_download: { active: true } } };
  await test.call(createPolicy, { body: PolicyInput.parse({ name: 'severe', type: 'security', rules: [rule] }) });
  const body = { general_data: { name: 'all' }, project_resources: { resources: [{ type: 'all-repos' as const }] }, assigned_policies: [{ name: 'severe' }] };
  await test.call(createWatch, { body });
  await vi.waitFor(async () => {
    if (!(await find('js')) || !(await find('shop-js'))) throw new Error('Not all is judged');
  }, patience);
});
afterAll(() => test?.stop());

const find = async (repository: string, filter: 'active' | 'ignored' = 'active') =>
  (await test.call(listViolations, { body: { filter } })).data.find((one) => one.repository === repository)?.id;
const download = async (repository: string, as = 'ann') => {
  const answer = await fetch(`${test.baseUrl}/artifactory/api/npm/${repository}/app/-/app-1.0.0.tgz`, { headers: test.headersOf(as) });
  return { status: answer.status, text: await answer.text() };
};
const ask = async (repository: string, as: string, more: object = {}) =>
  test.call(exceptions.askPolicyException, { params: { id: (await find(repository))! }, body: { notes: 'It is never called', ...more } }, { as });
const list = async (as: string) => (await test.call(exceptions.listPolicyExceptions, {}, { as })).items.map(({ state, author }) => `${author} ${state}`);
const decide = (id: string, body: object, as = 'admin') =>
  test.call(exceptions.decidePolicyException, { params: { id }, body: body as { approved: boolean } }, { as });

it('a refused download leads to asking, what is asked for hides nothing, and what is approved does until its end', async () => {
  const id = await find('js');
  const refused = await download('js');
  expect([refused.status, refused.text]).toEqual([403, expect.stringMatching(new RegExp(`how to ask for an exception: \\S+/security/violations/${id}`))]);
  const asked = await ask('js', 'ann');
  expect(asked).toMatchObject({ state: 'asked', author: 'ann', violation: id, may_decide: false, may_end: true });
  await expect(ask('js', 'bob')).rejects.toMatchObject({ code: 'conflict' });
  expect((await download('js')).status).toBe(403);
  expect((await test.call(listIgnoreRules, {})).data).toEqual([]);
  await expect(test.call(getXrayIgnoreRule, { params: { id: asked.id } })).rejects.toMatchObject({ code: 'not_found' });
  expect([await list('ann'), await list('bob'), await list('keeper'), await list('admin')]).toEqual([['ann asked'], [], [], ['ann asked']]);
  await expect(decide(asked.id, { approved: true }, 'bob')).rejects.toMatchObject({ code: 'not_found' });
  await expect(decide(asked.id, { approved: true }, 'ann')).rejects.toMatchObject({ code: 'forbidden' });
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  expect(await decide(asked.id, { approved: true, expires_at })).toMatchObject({ state: 'approved', decided_by: 'admin', expires_at });
  expect((await download('js')).status).toBe(200);
  expect((await test.call(listIgnoreRules, {})).data.map(({ id: rule }) => rule)).toEqual([asked.id]);
  const told = await test.call(readViolation, { params: { id: id! } }, { as: 'ann' });
  expect(told).toMatchObject({ state: 'ignored', asked: { state: 'approved', decided_by: 'admin' } });
  expect(told.events.at(-1)).toMatchObject({ what: 'ignored', rule: { author: 'ann', notes: 'It is never called', approved_by: 'admin', ended_by: null } });
  await expect(decide(asked.id, { approved: false, note: 'late' })).rejects.toMatchObject({ code: 'conflict' });
  expect(await test.call(exceptions.endPolicyException, { params: { id: asked.id } }, { as: 'ann' })).toMatchObject({ state: 'ended', may_end: false });
  expect((await download('js')).status).toBe(403);
  const after = await test.call(readViolation, { params: { id: id! } });
  expect(after.events.at(-1)).toMatchObject({ what: 'returned', rule: { author: 'ann', ended_by: 'ann' } });
  const actions = test.audited.map(({ action }) => action).filter((action) => action.startsWith('ignore-rule.'));
  expect(actions).toEqual(['ignore-rule.asked', 'ignore-rule.approved', 'ignore-rule.deleted']);
});

it('those who keep a project decide about what is asked there, say why they refuse, and it can be asked for again', async () => {
  const asked = await ask('shop-js', 'ann', { once: true });
  expect([await list('keeper'), await list('bob')]).toEqual([['ann asked'], []]);
  await expect(decide(asked.id, { approved: false }, 'keeper')).rejects.toMatchObject({ status: 400, message: 'Say why it is refused' });
  expect(await decide(asked.id, { approved: false, note: 'Take 1.1.0' }, 'keeper')).toMatchObject({ state: 'refused', decision: 'Take 1.1.0', once: true });
  expect((await download('shop-js')).status).toBe(403);
  const told = await test.call(readViolation, { params: { id: asked.violation } }, { as: 'ann' });
  expect(told).toMatchObject({ state: 'active', asked: { state: 'refused', decided_by: 'keeper', decision: 'Take 1.1.0' } });
  const again = await ask('shop-js', 'bob', { notes: 'There is no 1.1.0 yet' });
  expect((await test.call(exceptions.listPolicyExceptions, { query: { state: 'refused' } }, { as: 'keeper' })).total).toBe(1);
  expect(await test.call(exceptions.endPolicyException, { params: { id: again.id } }, { as: 'bob' })).toMatchObject({ state: 'ended' });
  const [page, rest] = [await test.call(exceptions.listPolicyExceptions, { query: { limit: 1 } }), await test.call(exceptions.listPolicyExceptions, {})];
  expect([page.items.length, page.total, rest.items.length]).toEqual([1, 3, 3]);
  expect((await test.call(exceptions.listPolicyExceptions, { query: { limit: 1, after: page.next! } })).items[0]?.id).toBe(asked.id);
});

it('documents of VEX tell of what is approved what it was asked for with, unless whoever approved it said otherwise', async () => {
  const analysis = { state: 'not_affected' as const, justification: 'code_not_reachable' as const };
  const vex = async () => {
    const document = await test.call(exportComponentDetails, { body: { packageId: 'npm://app', version: '1.0.0', repoKey: 'js', format: 'vex' } });
    return (document as { vulnerabilities: { analysis: object }[] }).vulnerabilities.map((one) => one.analysis);
  };
  const asked = await ask('js', 'ann', { analysis });
  expect(asked).toMatchObject({ state: 'asked', analysis });
  expect(await vex()).toEqual([{ state: 'in_triage' }]);
  expect(await decide(asked.id, { approved: true })).toMatchObject({ state: 'approved', analysis });
  expect(await vex()).toMatchObject([{ ...analysis, detail: 'It is never called' }]);
  await test.call(exceptions.endPolicyException, { params: { id: asked.id } });
  const again = await ask('js', 'ann', { analysis });
  expect(await decide(again.id, { approved: true, analysis: { state: 'exploitable' } })).toMatchObject({ analysis: { state: 'exploitable' } });
  expect(await vex()).toMatchObject([{ state: 'exploitable', response: ['will_not_fix'] }]);
  await test.call(exceptions.endPolicyException, { params: { id: again.id } });
  const silent = await ask('js', 'ann', { analysis });
  expect(await decide(silent.id, { approved: true, analysis: null })).not.toHaveProperty('analysis');
  expect(await vex()).toMatchObject([{ state: 'in_triage', detail: 'It is never called' }]);
});
