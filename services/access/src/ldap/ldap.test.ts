import { createGroup, readGroup } from '@packhouse/contract/access/access-group-routes.ts';
import * as ldap from '@packhouse/contract/access/access-ldap-routes.ts';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { createApiKey, userProfile } from '@packhouse/contract/access/auth-profile-routes.ts';
import { currentUser, login } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { expiredCertificate, goodCertificate } from '@packhouse/testkit/certificates.ts';
import { type DirectoryServer, directoryManager, directoryRoot, startDirectoryServer } from '@packhouse/testkit/directory-server.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
let directory: DirectoryServer;

const person = (uid: string, more: Record<string, string | string[]> = {}) => ({
  objectClass: 'inetOrgPerson',
  uid,
  cn: uid,
  sn: uid,
  userPassword: `${uid}-secret`,
  mail: `${uid}@example.org`,
  ...more,
});
const group = (cn: string, ...uids: string[]) =>
  [
    `cn=${cn},ou=groups`,
    { objectClass: 'groupOfNames', cn, description: `The ${cn}`, member: uids.map((uid) => `uid=${uid},ou=people,${directoryRoot}`) },
  ] as const;

beforeAll(async () => {
  directory = await startDirectoryServer();
  await directory.add([
    ['ou=people', { objectClass: 'organizationalUnit', ou: 'people' }],
    ['ou=groups', { objectClass: 'organizationalUnit', ou: 'groups' }],
    ...['ann', 'bob', 'cat', 'dan', 'eve', 'admin', 'star', 'fay', 'gus', 'hal'].map((uid) => [`uid=${uid},ou=people`, person(uid)] as const),
    ['uid=twin\\, jr,ou=people', person('twin, jr')],
    ['ou=berlin,ou=people', { objectClass: 'organizationalUnit', ou: 'berlin' }],
    ['uid=ida,ou=berlin,ou=people', person('ida')],
    group('builders', 'ann', 'bob'),
    group('testers', 'bob'),
    group('a*b(c)', 'ann'),
    ['cn=posix,ou=groups', { objectClass: 'posixGroup', cn: 'posix', gidNumber: '5000', memberUid: ['cat'] }],
  ]);
  test = await startTestPlatform({ services: [accessService], jobs: false });
  await test.call(ldap.createLdapServer, { body: { key: 'main', ...settings() } });
});
afterAll(async () => {
  await test?.stop();
  await directory?.stop();
});

const settings = (more: Partial<Parameters<typeof test.call<typeof ldap.createLdapServer>>[1]['body']> = {}) => ({
  url: directory.url,
  managerDn: directoryManager.dn,
  managerPassword: directoryManager.password,
  searchBase: 'ou=people',
  ...more,
});
/** Every process has heard of what was changed so far: events come in their order. */
async function heard(): Promise<void> {
  const db = openDatabase<Record<string, never>>(test.databaseUrl, 'access', { connections: 1 });
  const type = 'access.test.marked';
  const arrival = new Promise<void>((resolve) => {
    const stop = test.platform.outbox.subscribe((event) => {
      if (event.type !== type) return;
      stop();
      resolve();
    });
  });
  await db.transaction().execute((tx) => test.platform.outbox.publish(tx, { type, subject: 'test', data: {} }));
  await arrival;
  await db.destroy();
}
const as = (user: string, password = `${user}-secret`) => test.call(currentUser, {}, { as: { user, password } });
const tryOut = (user: string, password: string, more: object = {}) => test.call(ldap.testLdapServer, { body: { server: settings(more), user, password } });
const update = (more: object) => test.call(ldap.updateLdapServer, { params: { key: 'main' }, body: settings(more) });
const readGroups = async (name: string) => (await test.call(readUser, { params: { name } })).groups;

describe('users of a directory', () => {
  it('ACC-004 sign in to the console and with Basic credentials, and become users with the address of the directory', async () => {
    expect(await test.call(login, { body: { user: 'ann', password: 'ann-secret' } }, { as: 'anonymous' })).toMatchObject({ name: 'ann', realm: 'ldap' });
    expect(await test.call(readUser, { params: { name: 'ann' } })).toMatchObject({ email: 'ann@example.org', realm: 'ldap', passwordEnabled: false });
    expect(await as('bob')).toMatchObject({ name: 'bob', realm: 'ldap' });
    expect(await as('BOB', 'bob-secret')).toMatchObject({ name: 'bob' });
    const { accessToken } = await test.call(createToken, { body: {} }, { as: { user: 'bob', password: 'bob-secret' } });
    expect(await test.call(currentUser, {}, { as: { token: accessToken } })).toMatchObject({ name: 'bob' });
    const bob = { as: { user: 'bob', password: 'bob-secret' } };
    expect(await test.call(userProfile, { body: {} }, bob)).toMatchObject({ realm: 'ldap', password: 'directory', apiKey: null });
    await expect(test.call(createApiKey, { params: { name: 'bob' } }, bob)).rejects.toMatchObject({ code: 'bad_credentials' });
    await expect(test.call(userProfile, { body: { password: 'guess' } }, bob)).rejects.toMatchObject({ code: 'bad_credentials' });
  });
  it('ACC-004 are refused with a wrong password, none, or a name that is a filter', async () => {
    for (const [user, password] of [
      ['cat', 'wrong'],
      ['cat', ''],
      ['c*', 'cat-secret'],
      ['*', 'cat-secret'],
      ['cat)(uid=*', 'cat-secret'],
      ['cat)(|(uid=*', 'cat-secret'],
      ['cat\\', 'cat-secret'],
      ['nobody', 'nobody-secret'],
    ] as const)
      await expect(as(user, password)).rejects.toMatchObject({ status: 401 });
    await expect(test.call(readUser, { params: { name: 'cat' } })).rejects.toMatchObject({ code: 'user_not_found' });
  });
  it('ACC-004 come after the password that is kept here', async () => {
    await test.call(createUser, { body: { name: 'dan', password: 'Secret-pass-1' } });
    expect(await as('dan', 'Secret-pass-1')).toMatchObject({ name: 'dan' });
    // Whoever can choose names in the directory must not become somebody who is here already.
    await expect(as('dan', 'dan-secret')).rejects.toMatchObject({ status: 403 });
    await expect(as('admin', 'admin-secret')).rejects.toMatchObject({ status: 403 });
    await update({ linkExisting: true });
    expect(await as('dan', 'dan-secret')).toMatchObject({ name: 'dan' });
    expect(await as('dan', 'Secret-pass-1')).toMatchObject({ name: 'dan' });
    await update({});
  });
  it('ACC-004 stay outside when they are disabled here, unknown where nobody is created, or their server is switched off', async () => {
    expect(await as('eve')).toMatchObject({ name: 'eve' });
    await test.call(updateUser, { params: { name: 'eve' }, body: { status: 'disabled' } });
    await expect(as('eve')).rejects.toMatchObject({ status: 403 });
    await update({ createUsers: false });
    await expect(as('star')).rejects.toMatchObject({ status: 403 });
    expect(await as('ann')).toMatchObject({ name: 'ann' });
    await update({ enabled: false });
    await expect(as('ann')).rejects.toMatchObject({ status: 401 });
    await update({});
    expect(await as('ann')).toMatchObject({ name: 'ann' });
  });
  it('ACC-004 are believed for a while without asking the directory again', async () => {
    await heard();
    expect(await as('fay')).toMatchObject({ name: 'fay' });
    await directory.as((client) => client.del(`uid=fay,ou=people,${directoryRoot}`));
    expect(await as('fay')).toMatchObject({ name: 'fay' });
    await update({});
    await expect(as('fay')).rejects.toMatchObject({ status: 401 });
  });
});

describe('a directory server', () => {
  it('ACC-004 is tried out step by step', async () => {
    expect(await tryOut('ann', 'ann-secret')).toMatchObject({ ok: true, step: 'done', dn: `uid=ann,ou=people,${directoryRoot}`, email: 'ann@example.org' });
    expect(await tryOut('', '')).toMatchObject({ ok: true });
    expect(await tryOut('ann', 'wrong')).toMatchObject({ ok: false, step: 'user' });
    expect(await tryOut('nobody', 'x')).toMatchObject({ ok: false, step: 'search' });
    expect(await tryOut('*', 'ann-secret')).toMatchObject({ ok: false, step: 'search' });
    expect(await tryOut('ann', 'ann-secret', { managerPassword: 'wrong' })).toMatchObject({
      ok: false,
      step: 'manager',
      message: expect.stringContaining('InvalidCredentials'),
    });
    expect(await tryOut('ann', 'ann-secret', { url: 'ldap://127.0.0.1:1' })).toMatchObject({ ok: false, step: 'connect' });
    expect(await tryOut('ann', 'ann-secret', { url: 'ldap://169.254.169.254' })).toMatchObject({
      ok: false,
      step: 'connect',
      message: expect.stringContaining('private network'),
    });
  });
  it('ACC-004 is spoken to encrypted, and only when its certificate is trusted', async () => {
    const certificateAuthorities = directory.certificate;
    expect(await tryOut('ann', 'ann-secret', { url: directory.secureUrl, certificateAuthorities })).toMatchObject({ ok: true });
    expect(await tryOut('ann', 'ann-secret', { startTls: true, certificateAuthorities })).toMatchObject({ ok: true });
    expect(await tryOut('ann', 'ann-secret', { url: directory.secureUrl })).toMatchObject({
      ok: false,
      step: 'connect',
      message: expect.stringContaining('certificate'),
    });
    expect(await tryOut('ann', 'ann-secret', { startTls: true })).toMatchObject({ ok: false, step: 'connect' });
  });
  it('ACC-004 takes certificates only for its authorities, and tells until when they are valid', async () => {
    const refused = (path: string) => ({ code: 'invalid_input', fields: [{ path, message: expect.stringMatching(/no certificate/) }] });
    const certificateAuthorities = 'nonsense';
    await expect(update({ certificateAuthorities })).rejects.toMatchObject(refused('certificateAuthorities'));
    await expect(tryOut('', '', { certificateAuthorities })).rejects.toMatchObject(refused('server.certificateAuthorities'));
    const body = { key: 'other', ...settings({ certificateAuthorities: '-----BEGIN EC PRIVATE KEY-----' }) };
    await expect(test.call(ldap.createLdapServer, { body })).rejects.toMatchObject({ fields: [{ message: expect.stringMatching(/private key/) }] });
    const { authorities } = await update({ certificateAuthorities: `# ours\n${goodCertificate}${expiredCertificate}` });
    expect(authorities).toEqual([
      { subject: 'CN=new.example.org', validUntil: '2120-01-01T00:00:00.000Z' },
      { subject: 'CN=old.example.org', validUntil: '2021-01-01T00:00:00.000Z' },
    ]);
    expect((await update({})).authorities).toEqual([]);
  });
  it('ACC-004 finds users by a pattern of names, whatever they contain', async () => {
    const pattern = { searchFilter: '', userDnPattern: 'uid={0},ou=people', managerDn: '', managerPassword: '' };
    expect(await tryOut('ann', 'ann-secret', pattern)).toMatchObject({ ok: true, email: 'ann@example.org' });
    expect(await tryOut('twin, jr', 'twin, jr-secret', pattern)).toMatchObject({ ok: true });
    expect(await tryOut('ida,ou=berlin', 'ida-secret', pattern)).toMatchObject({ ok: false });
    expect(await tryOut('ida', 'ida-secret', pattern)).toMatchObject({ ok: false });
  });
  it('ACC-004 keeps its secret, and gives it to no other address', async () => {
    const { items } = await test.call(ldap.listLdapServers, {});
    expect(items[0]).toMatchObject({ key: 'main', hasManagerPassword: true });
    expect(JSON.stringify(items)).not.toContain(directoryManager.password);
    const { managerPassword: _, ...kept } = settings();
    expect(await test.call(ldap.testLdapServer, { body: { key: 'main', server: kept, user: 'ann', password: 'ann-secret' } })).toMatchObject({ ok: true });
    const elsewhere = { ...kept, url: 'ldap://elsewhere.example' };
    expect(await test.call(ldap.testLdapServer, { body: { key: 'main', server: elsewhere } })).toMatchObject({ ok: false, step: 'manager' });
    await expect(test.call(ldap.updateLdapServer, { params: { key: 'main' }, body: elsewhere })).rejects.toMatchObject({ status: 400 });
    expect(await test.call(ldap.updateLdapServer, { params: { key: 'main' }, body: kept })).toMatchObject({ hasManagerPassword: true });
  });
  it('ACC-004 is asked in the order set, after one that does not answer', async () => {
    await test.call(ldap.createLdapServer, { body: { key: 'dead', url: 'ldap://127.0.0.1:1' } });
    const { items } = await test.call(ldap.orderLdapServers, { body: { keys: ['dead', 'main'] } });
    expect(items.map(({ key }) => key)).toEqual(['dead', 'main']);
    expect(await as('gus')).toMatchObject({ name: 'gus' });
    await expect(test.call(ldap.orderLdapServers, { body: { keys: ['main'] } })).rejects.toMatchObject({ code: 'conflict' });
    await test.call(ldap.deleteLdapServer, { params: { key: 'dead' } });
  });
  it('ACC-004 is refused with settings that cannot work', async () => {
    const wrong = [
      { url: 'http://x' },
      { searchFilter: 'uid={0}' },
      { searchFilter: '(uid=x)' },
      { searchFilter: '' },
      { userDnPattern: 'uid=x' },
      { url: directory.secureUrl, startTls: true },
    ];
    for (const more of wrong)
      await expect(test.call(ldap.createLdapServer, { body: { key: 'bad', ...settings(more) } })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(test.call(ldap.createLdapServer, { body: { key: 'main', ...settings() } })).rejects.toMatchObject({ code: 'already_exists' });
    await expect(test.call(ldap.listLdapServers, {}, { as: { user: 'ann', password: 'ann-secret' } })).rejects.toMatchObject({ status: 403 });
  });
});

describe('groups of a directory', () => {
  const create = (key: string, more: object = {}) =>
    test.call(ldap.createLdapGroupSetting, { body: { key, serverKey: 'main', searchBase: 'ou=groups', ...more } });
  const remove = (key: string) => test.call(ldap.deleteLdapGroupSetting, { params: { key } });

  it('ACC-004 are listed and imported with the members known here', async () => {
    await as('bob');
    await create('static');
    const { items } = await test.call(ldap.listLdapGroups, { params: { key: 'static' } });
    expect(items.map(({ name, description, group }) => [name, description, group])).toEqual([
      ['a*b(c)', 'The a*b(c)', ''],
      ['builders', 'The builders', ''],
      ['testers', 'The testers', ''],
    ]);
    const imported = await test.call(ldap.importLdapGroups, { params: { key: 'static' }, body: { names: ['builders', 'a*b(c)', 'none'] } });
    expect(imported).toMatchObject({
      imported: ['builders'],
      refused: [
        { name: 'a*b(c)', reason: 'bad_name' },
        { name: 'none', reason: 'gone' },
      ],
    });
    expect(await test.call(readGroup, { params: { name: 'builders' } })).toMatchObject({ realm: 'ldap', externalId: 'builders', members: ['ann', 'bob'] });
    expect((await test.call(ldap.listLdapGroups, { params: { key: 'static' } })).items[1]).toMatchObject({ group: 'builders' });
  });
  it('ACC-004 follow the directory at the next sign-in and at a sync', async () => {
    await directory.as((client) => client.del(`cn=builders,ou=groups,${directoryRoot}`));
    await update({});
    await as('ann');
    expect([await readGroups('ann'), await readGroups('bob')]).toEqual([['readers'], ['builders', 'readers']]);
    const { synced, missing } = await test.call(ldap.importLdapGroups, { params: { key: 'static' }, body: {} });
    expect(await readGroups('bob')).toEqual(['readers']);
    expect([synced > 1, missing]).toEqual([true, ['fay']]);
    await remove('static');
  });
  it('ACC-004 are found by user name, by an attribute of the user, and in the name of the entry', async () => {
    for (const name of ['posix', 'testers', 'berlin']) await test.call(createGroup, { body: { name, externalId: name } });
    await create('posix', { filter: '(objectClass=posixGroup)', memberAttribute: 'memberUid' });
    await as('cat');
    expect(await readGroups('cat')).toEqual(['posix', 'readers']);
    await remove('posix');
    await create('dynamic', { strategy: 'dynamic', memberAttribute: 'memberOf' });
    await create('hierarchy', { strategy: 'hierarchy', nameAttribute: 'ou' });
    await as('bob');
    await as('ida');
    expect([await readGroups('bob'), await readGroups('ida')]).toEqual([
      ['readers', 'testers'],
      ['berlin', 'readers'],
    ]);
  });
  it('ACC-004 are brought up to date where users are found by a pattern of names only', async () => {
    await update({ searchFilter: '', userDnPattern: 'uid={0},ou=people' });
    const { missing } = await test.call(ldap.importLdapGroups, { params: { key: 'dynamic' }, body: {} });
    expect(missing).toEqual(['fay', 'ida']);
  });
});
