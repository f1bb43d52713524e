import { createPermission, updatePermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { updateMailSettings } from '@packhouse/contract/access/auth-mail-routes.ts';
import { unwatchArtifact, watchArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { type MailPeer, startMailPeer } from '@packhouse/testkit/mail-peer.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

const password = 'Secret-pass-1';
let test: TestPlatform;
let peer: MailPeer;

const section = (include: string[]) => ({
  resourceType: 'repository' as const,
  names: ['libs'],
  include,
  exclude: [],
  groups: [],
  users: [{ name: 'ann', actions: ['read' as const] }],
});

beforeAll(async () => {
  test = await startTestPlatform({ services: configuredServices({ services: ['access', 'repositories'] }) });
  peer = await startMailPeer();
  await test.call(createRepository, { body: { class: 'local', format: 'generic', key: 'libs' } });
  await test.call(createUser, { body: { name: 'ann', password, email: 'ann@example.test' } });
  await test.call(updateUser, { params: { name: 'ann' }, body: { groups: [] } });
  await test.call(createPermission, { body: { name: 'libs', sections: [section([])] } });
  const mail = {
    enabled: true,
    host: '127.0.0.1',
    port: peer.port,
    security: 'none' as const,
    user: '',
    from: 'packhouse@example.test',
    fromName: 'Packhouse',
  };
  await test.call(updateMailSettings, { body: { ...mail, linkBase: 'https://packages.example.test', allowPrivate: true } });
  await put('org/old.txt');
});
afterAll(async () => {
  await peer.stop();
  await test.stop();
});

const ann = { user: 'ann', password };
const watched = { repoKey: 'libs', path: 'org' };

async function put(path: string): Promise<void> {
  const { status } = await fetch(`${test.baseUrl}/artifactory/libs/${path}`, {
    method: 'PUT',
    headers: test.headersOf('admin'),
    body: `${path} ${performance.now()}`,
  });
  if (status !== 201) throw new Error(`${path} was answered ${status}`);
}

/** What is gathered for a minute is taken at once here; an event may be on its way still. */
const gather = () => test.platform.jobs.add('gather-watched-changes', {}, { key: 'gather-watched-changes' });
async function readMail(): Promise<string> {
  await expect
    .poll(
      async () => {
        await gather();
        return peer.waiting;
      },
      { interval: 500, timeout: 30_000 },
    )
    .toBeGreaterThan(0);
  const { to, text } = await peer.next();
  expect(to).toEqual(['ann@example.test']);
  return text;
}

describe('watching', () => {
  it('ARTI-016 mails what others deploy and delete below, each change once and in the language of the watcher', async () => {
    const headers = { 'accept-language': 'de-DE' };
    await test.call(watchArtifact, { body: watched }, { as: ann, headers });
    await put('org/new.txt');
    await put('elsewhere.txt');
    const first = await readMail();
    expect(first).toContain('admin hat libs/org/new.txt abgelegt');
    expect(first).toContain('https://packages.example.test/ui/marks/watches');
    expect(first).not.toContain('elsewhere.txt');
    await fetch(`${test.baseUrl}/artifactory/libs/org/old.txt`, { method: 'DELETE', headers: test.headersOf('admin') });
    const second = await readMail();
    expect(second).toContain('admin hat libs/org/old.txt gelöscht');
    expect(second).not.toContain('new.txt');
  });

  it('ARTI-016 tells nobody what they may read no more', async () => {
    await test.call(updatePermission, { params: { name: 'libs' }, body: { sections: [section(['org/open/**'])] } });
    await put('org/secret.txt');
    await put('org/open/a.txt');
    let told = await readMail();
    // They may have been gathered apart; what may not be read is in none of the mails.
    while (!told.includes('org/open/a.txt')) told += await readMail();
    expect(told).not.toContain('secret.txt');
  });

  it('ARTI-017 ends with unwatching', async () => {
    await test.call(unwatchArtifact, { body: watched }, { as: ann });
    await put('org/open/later.txt');
    await test.call(watchArtifact, { body: { repoKey: 'libs', path: 'org/open/a.txt' } }, { as: ann });
    await put('org/open/a.txt');
    const told = await readMail();
    expect(told).toContain('org/open/a.txt');
    expect(told).not.toContain('later.txt');
  });
});
