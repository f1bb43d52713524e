import { accessService } from '@packhouse/access-service/service.ts';
import { createPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import * as firewall from '@packhouse/contract/repositories/firewall-routes.ts';
import * as exceptions from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { createXrayPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { createXrayWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { findGatherTime } from '@packhouse/kernel/jobs/gather-times.ts';
import { repositoriesService } from '@packhouse/repositories-service/service.ts';
import { scanningService } from '@packhouse/scanning-service/service.ts';
import type { MailPeer } from '@packhouse/testkit/mail-peer.ts';
import { setUpMail } from '@packhouse/testkit/set-up-mail.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

let test: ScanningTestPlatform;
let peer: MailPeer;
const password = 'A-long-passphrase-7';
const as = (user: string) => ({ as: { user, password } });
const quarter = 15 * 60_000;
const day = 86_400_000;
const names = ['one', 'two', 'three'];

async function addUser(name: string, more: object = {}): Promise<void> {
  await test.call(createUser, { body: { name, email: `${name}@example.org`, password, ...more } });
}

beforeAll(async () => {
  test = await startScanningPlatform({ services: [accessService, repositoriesService, scanningService] });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'remote', key: 'npm-out', format: 'npm', settings: { url: 'https://npm.upstream.example' } });
  await addUser('ann');
  await addUser('mia');
  await addUser('boss', { administrator: true });
  await addUser('mute', { administrator: true, email: '' });
  const read = ['ann', 'mia'].map((name) => ({ name, actions: ['read' as const], ...(name === 'mia' ? { keptActions: ['managedXrayMeta' as const] } : {}) }));
  await test.call(createPermission, {
    body: { name: 'readers', sections: [{ resourceType: 'repository', names: ['js', 'npm-out'], users: read }] },
  });
  await test.upload(
    await test.source('advisories', { covers: ['npm'] }),
    lines(...names.map((name) => osv(`GHSA-${name}`, { ecosystem: 'npm', name, versions: ['1.0.0'] }, { database_specific: { severity: 'HIGH' } }))),
  );
  for (const name of names) await test.publishNpm('js', name, '1.0.0');
  for (const name of names) await test.scanned(`npm://${name}`, '1.0.0');
  const rules = [{ name: 'one', criteria: { min_severity: 'High' as const }, actions: { block_download: { active: true } } }];
  await test.call(createXrayPolicy, { body: { name: 'severe', type: 'security', rules } });
  const all = { project_resources: { resources: [{ type: 'all-repos' as const }] }, assigned_policies: [{ name: 'severe' }] };
  await test.call(createXrayWatch, { body: { general_data: { name: 'all' }, ...all } });
  await vi.waitFor(async () => {
    if ((await test.call(listViolations, { body: {} })).total_count < names.length) throw new Error('Not all is judged');
  }, patience);
});
afterAll(async () => {
  await test?.stop();
  await peer?.stop();
});

async function ask(name: string): Promise<exceptions.PolicyException> {
  const found = (await test.call(listViolations, { body: {} })).data.find(({ subject }) => subject === `GHSA-${name}`);
  return test.call(exceptions.askPolicyException, { params: { id: found!.id }, body: { notes: `About ${name}` } }, as('ann'));
}
const decide = (id: string, body: { approved: boolean; note?: string; expires_at?: string }, by = 'boss') =>
  test.call(exceptions.decidePolicyException, { params: { id }, body }, as(by));

/** Tells at once what would be told at the end of the quarter of an hour in which it was asked for. */
async function tellAsked(job: string, at: string): Promise<void> {
  const time = findGatherTime(new Date(at), quarter);
  await test.platform.jobs.add(job, time, { key: `${job} ${time.from}` });
}

/** As many mails as are expected, by who gets them. */
async function take(...expected: string[]): Promise<Record<string, string>> {
  const mails = [];
  for (const _ of expected) mails.push(await peer.next());
  expect(mails.flatMap(({ to }) => to).sort()).toEqual(expected.map((name) => `${name}@example.org`).sort());
  return Object.fromEntries(mails.map(({ to, text }) => [to.join().replace('@example.org', ''), text]));
}
const isIdle = async () => (await test.platform.jobs.list(500)).every(({ name }) => name !== 'mail-exceptions');

it('mails nothing about exceptions, and fails nothing, while the platform sends no mail', async () => {
  const asked = await ask('one');
  await tellAsked('tell-asked-exceptions', asked.created);
  await decide(asked.id, { approved: false, note: 'Take 1.1.0' });
  await expect.poll(isIdle, patience).toBe(true);
  peer = await setUpMail(test);
  expect(peer.waiting).toBe(0);
});

it('mails those who decide, each what is theirs and once for all that was asked for, and who asked what was decided', async () => {
  const [one, two] = [await ask('one'), await ask('two')];
  for (const at of new Set([one, two].map(({ created }) => findGatherTime(new Date(created), quarter).from))) await tellAsked('tell-asked-exceptions', at);
  const told = await take('boss', 'mia');
  for (const text of Object.values(told)) {
    expect(text).toContain('This is asked for, and waits for somebody to decide / Das wird erbeten und wartet auf eine Entscheidung');
    expect(text).toContain('GHSA-two, js/two/-/two-1.0.0.tgz — ann: About two');
    expect(text).toContain('GHSA-one, js/one/-/one-1.0.0.tgz — ann: About one');
    expect(text).toContain('/ui/security/exceptions?state=asked');
  }
  await decide(one.id, { approved: false, note: 'Take 1.1.0' });
  expect((await take('ann')).ann).toContain('GHSA-one, js/one/-/one-1.0.0.tgz — boss: Take 1.1.0');
  const end = new Date(Date.now() + 10 * day).toISOString();
  await decide(two.id, { approved: true, expires_at: end }, 'mia');
  const approved = (await take('ann')).ann;
  expect(approved).toContain('What you asked for was approved / Worum Sie gebeten haben, wurde gewährt');
  expect(approved).toContain(`— mia — until / bis ${end.slice(0, 16).replace('T', ' ')} UTC`);
  await test.platform.jobs.add('tell-ending-exceptions', { day: `${end.slice(0, 10)}T00:00:00.000Z` });
  expect((await take('ann')).ann).toContain('What was approved to you ends soon');
  await test.call(exceptions.endPolicyException, { params: { id: two.id } }, as('boss'));
  expect((await take('ann')).ann).toContain('What was approved to you has ended');
});

it('mails who asked that what was approved has come to its end, and nobody of what they do themselves', async () => {
  const three = await ask('three');
  await decide(three.id, { approved: true, expires_at: new Date(Date.now() + 1500).toISOString() });
  await take('ann');
  await vi.waitFor(async () => {
    const [first] = (await test.call(exceptions.listPolicyExceptions, { query: { state: 'ended', limit: 1 } })).items;
    if (first?.id !== three.id) throw new Error('It has not ended yet');
  }, patience);
  await test.platform.jobs.add('audit-expired-rules', {}, { key: 'now' });
  expect((await take('ann')).ann).toContain('GHSA-three, js/three/-/three-1.0.0.tgz — until / bis');
  const again = await ask('three');
  await decide(again.id, { approved: true });
  await take('ann');
  await test.call(exceptions.endPolicyException, { params: { id: again.id } }, as('ann'));
  await expect.poll(isIdle, patience).toBe(true);
  expect(peer.waiting).toBe(0);
});

it('mails the same about exceptions from rules of the firewall, to those who keep the rule', async () => {
  const rule = {
    name: 'young',
    mode: 'enforce' as const,
    repositories: ['npm-out'],
    except: [],
    condition: { kind: 'age' as const, days: 7 },
    unknown: 'allow' as const,
  };
  const { id: ruleId } = await test.call(firewall.createFirewallRule, { body: rule });
  const body = { ruleId, repository: 'npm-out', package: 'left-pad', version: '1.3.0', reason: 'The build needs it' };
  const asked = await test.call(firewall.askFirewallException, { body }, as('ann'));
  await tellAsked('tell-asked-firewall-exceptions', asked.askedAt);
  const told = (await take('boss')).boss;
  expect(told).toContain('left-pad 1.3.0, young — ann: The build needs it');
  expect(told).toContain('/ui/security/firewall/exceptions?state=asked');
  const until = new Date(Date.now() + 10 * day).toISOString();
  await test.call(firewall.decideFirewallException, { params: { id: asked.id }, body: { approved: true, note: 'For once', until } }, as('boss'));
  expect((await take('ann')).ann).toContain('left-pad 1.3.0, young — boss: For once — until / bis');
  await test.platform.jobs.add('tell-ending-firewall-exceptions', { day: `${until.slice(0, 10)}T00:00:00.000Z` });
  await take('ann');
  await test.call(firewall.endFirewallException, { params: { id: asked.id } }, as('boss'));
  expect((await take('ann')).ann).toContain('left-pad 1.3.0, young — boss');
});
