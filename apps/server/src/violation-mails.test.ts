import { accessService } from '@packhouse/access-service/service.ts';
import { createPermission, updatePermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { updateMailSettings } from '@packhouse/contract/access/auth-mail-routes.ts';
import { createXrayPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { createXrayWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { repositoriesService } from '@packhouse/repositories-service/service.ts';
import { scanningService } from '@packhouse/scanning-service/service.ts';
import { type MailPeer, type ReceivedMail, startMailPeer } from '@packhouse/testkit/mail-peer.ts';
import { lines, osv, packTar, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: ScanningTestPlatform;
let peer: MailPeer;
const password = 'A-long-passphrase-7';

async function deploy(user: string, name: string): Promise<void> {
  const body = await packTar({ 'package/package.json': JSON.stringify({ name, version: '1.0.0', license: 'MIT' }) });
  const answer = await fetch(`${test.baseUrl}/artifactory/js/${name}/-/${name}-1.0.0.tgz`, {
    method: 'PUT',
    body: new Uint8Array(body),
    headers: test.headersOf({ user, password }),
  });
  expect(answer.status).toBe(201);
}

async function addDeployer(name: string): Promise<void> {
  const users = [{ name, actions: ['read' as const, 'deploy' as const] }];
  await test.call(createUser, { body: { name, email: `${name}@example.org`, password } });
  await test.call(createPermission, { body: { name: `of-${name}`, sections: [{ resourceType: 'repository', names: ['js'], users }] } });
}

beforeAll(async () => {
  peer = await startMailPeer({ user: 'packhouse', password: 'smtp-secret' });
  test = await startScanningPlatform({ services: [accessService, repositoriesService, scanningService] });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.upload(
    await test.source('advisories', { covers: ['npm'] }),
    lines(
      ...['seen', 'unseen'].map((name) => osv(`GHSA-${name}`, { ecosystem: 'npm', name, versions: ['1.0.0'] }, { database_specific: { severity: 'HIGH' } })),
    ),
  );
  const server = { host: '127.0.0.1', port: peer.port, security: 'none' as const, user: 'packhouse', password: 'smtp-secret', allowPrivate: false };
  await test.call(updateMailSettings, {
    body: { ...server, enabled: true, from: 'packhouse@example.org', fromName: 'Packhouse', linkBase: 'https://packages.example.org' },
  });
  await addDeployer('dora');
  await addDeployer('erik');
  await deploy('dora', 'seen');
  await deploy('erik', 'unseen');
  await test.call(updateUser, { params: { name: 'erik' }, body: { groups: [] } });
  await test.call(updatePermission, { params: { name: 'of-erik' }, body: { sections: [] } });
  for (const name of ['seen', 'unseen']) await test.scanned(`npm://${name}`, '1.0.0');
});
afterAll(async () => {
  await test?.stop();
  await peer?.stop();
});

it('mails new violations to whom a rule names: addresses, recipients of the watch, and who deployed the files if they may read them', async () => {
  const actions = { mails: ['guild@example.org', 'Dora@example.org'], notify_watch_recipients: true, notify_deployer: true };
  const rules = [{ name: 'one', criteria: { min_severity: 'High' as const }, actions }];
  await test.call(createXrayPolicy, { body: { name: 'severe', type: 'security', rules } });
  await test.call(createXrayWatch, {
    body: {
      general_data: { name: 'everything' },
      project_resources: { resources: [{ type: 'all-repos' }] },
      assigned_policies: [{ name: 'severe' }],
      watch_recipients: ['boss@example.org'],
    },
  });
  const mails = [await peer.next(), await peer.next(), await peer.next()];
  const tells = ({ to, text }: ReceivedMail) => [to.join(), text.includes('GHSA-seen'), text.includes('GHSA-unseen'), text.includes('found new violations')];
  expect(mails.map(tells).sort()).toEqual([
    ['boss@example.org', true, true, true],
    ['dora@example.org', true, true, true],
    ['guild@example.org', true, true, true],
  ]);
});

it('tells who deployed a file of it alone', async () => {
  const rules = [{ name: 'one', criteria: { min_severity: 'Low' as const }, actions: { notify_deployer: true } }];
  await test.call(createXrayPolicy, { body: { name: 'any', type: 'security', rules } });
  const all = { project_resources: { resources: [{ type: 'all-repos' as const }] }, assigned_policies: [{ name: 'any' }] };
  await test.call(createXrayWatch, { body: { general_data: { name: 'for-deployers' }, ...all } });
  const { to, text } = await peer.next();
  expect([to, text.includes('GHSA-seen'), text.includes('unseen'), text.includes('found a new violation')]).toEqual([['dora@example.org'], true, false, true]);
  expect(peer.waiting).toBe(0);
});
