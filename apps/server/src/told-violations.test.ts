import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createHook } from '@packhouse/contract/events/hook-routes.ts';
import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import type { MailPeer } from '@packhouse/testkit/mail-peer.ts';
import { setUpMail } from '@packhouse/testkit/set-up-mail.ts';
import { lines, osv, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

let test: ScanningTestPlatform;
let peer: MailPeer;
const received: Record<string, unknown>[] = [];
async function receive(request: IncomingMessage, answer: ServerResponse): Promise<void> {
  received.push(JSON.parse(await text(request)) as Record<string, unknown>);
  answer.end('ok');
}
const receiver = createServer((request, answer) => void receive(request, answer));

beforeAll(async () => {
  test = await startScanningPlatform({ services: configuredServices({ services: ['access', 'repositories', 'scanning', 'events'] }) });
  peer = await setUpMail(test);
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/`;
  const event_filter = { domain: 'policy' as const, event_types: ['violation_found'], criteria: {} };
  await test.call(createHook, { body: { key: 'violations', event_filter, handlers: [{ handler_type: 'webhook', url }] } });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  for (const [name, version] of [
    ['app', '1.0.0'],
    ['evil', '6.6.6'],
  ] as const) {
    await test.publishNpm('js', name, version);
    await test.scanned(`npm://${name}`, version);
  }
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await peer.stop();
  await test.stop();
});

const hostile = '<img src=x onerror=alert(1)> "quoted" & more';

it('HOOK-011 tells webhooks and recipients once of what a watch finds anew, all in one message', async () => {
  const actions = { mails: ['Rules@example.org'], notify_watch_recipients: true };
  const rules = [
    { name: 'malicious', priority: 1, criteria: { malicious_package: true }, actions },
    { name: 'high', priority: 2, criteria: { min_severity: 'High' as const }, actions: { notify_watch_recipients: true } },
  ];
  await test.call(createPolicy, { body: { name: 'strict', type: 'security', rules } });
  await test.call(createWatch, {
    body: {
      general_data: { name: 'everything' },
      project_resources: { resources: [{ type: 'all-repos' }] },
      assigned_policies: [{ name: 'strict' }],
      watch_recipients: ['team@example.org'],
    },
  });
  const fixed = [{ introduced: '0' }, { fixed: '1.1.0' }];
  const high = osv('GHSA-app', { ecosystem: 'npm', name: 'app', events: fixed }, { aliases: ['CVE-2026-1'], database_specific: { severity: 'HIGH' } });
  const evil = osv('MAL-evil', { ecosystem: 'npm', name: 'evil', versions: ['6.6.6'] }, { database_specific: { severity: 'CRITICAL' } });
  await test.upload(await test.source('advisories'), lines(high, evil));
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
  const one = { severity: 'Critical', issue_id: 'MAL-evil', policy_name: 'strict', rule_name: 'malicious', repo_key: 'js', package: 'evil', version: '6.6.6' };
  const other = { severity: 'High', issue_id: 'CVE-2026-1', policy_name: 'strict', rule_name: 'high', fix_versions: ['1.1.0'], package: 'app' };
  expect(received[0]).toMatchObject({
    domain: 'policy',
    event_type: 'violation_found',
    subscription_key: 'violations',
    data: { watch_name: 'everything', top_severity: 'Critical', violation_count: 2, issues: [one, other] },
  });
  const mails = [await peer.next(), await peer.next()].sort((a, b) => a.to[0]!.localeCompare(b.to[0]!));
  expect(mails.map(({ to }) => to)).toEqual([['rules@example.org'], ['team@example.org']]);
  expect(mails[0]!.text).toContain('MAL-evil');
  expect(mails[0]!.text).not.toContain('CVE-2026-1');
  expect(mails[1]!.text).toContain('The watch found new violations');
  expect(mails[1]!.text).toContain('CVE-2026-1');
  expect(mails[1]!.link(/violations/).href).toBe(`${test.baseUrl}/ui/security/violations?watch=everything`);
  // The same is judged again by the same rules: nothing is new.
  await test.upload(await test.source('again'), lines(high, evil));
  await test.platform.jobs.add('tell-violations', {}, { key: 'tell-violations' });
  await expect.poll(async () => (await test.platform.jobs.list(50)).filter(({ name }) => /violations|judge/.test(name)), { timeout: 20_000 }).toEqual([]);
  expect([received.length, peer.waiting]).toEqual([1, 0]);
});

it('tells what strangers wrote as text: nothing of it is HTML in a mail, nor ends a value in what a webhook gets', async () => {
  await test.publishNpm('js', 'odd', '1.0.0', { 'package/package.json': JSON.stringify({ name: 'odd', version: '1.0.0', license: hostile }) });
  await test.scanned('npm://odd', '1.0.0');
  const rules = [{ name: 'unknown', criteria: { allowed_licenses: ['MIT'], allow_unknown: false }, actions: { mails: ['licences@example.org'] } }];
  await test.call(createPolicy, { body: { name: 'licences', type: 'license', rules } });
  await test.call(createWatch, {
    body: {
      general_data: { name: 'licences' },
      project_resources: { resources: [{ type: 'all-repos' }] },
      assigned_policies: [{ name: 'licences' }],
    },
  });
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2);
  const licence = { issue_id: hostile, policy_name: 'licences', package: 'odd' };
  expect(received[1]).toMatchObject({ data: { watch_name: 'licences', violation_count: 1, issues: [licence] } });
  const { text: mail } = await peer.next();
  const [plain, html] = mail.split(/content-type: text\/html/i);
  expect(plain).toContain(hostile);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;quoted&quot; &amp; more');
  expect(html).not.toMatch(/<img|onerror=alert\(1\)>/);
});
