import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import * as groups from '@packhouse/contract/access/access-group-routes.ts';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import * as users from '@packhouse/contract/access/access-user-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';
const as = (user: string, secret = password) => ({ as: { user, password: secret } });

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
});
afterAll(() => test.stop());

const create = (name: string, more: object = {}) => test.call(users.createUser, { body: { name, password, ...more } });
const update = (name: string, body: object) => test.call(users.updateUser, { params: { name }, body });
const read = (name: string) => test.call(users.readUser, { params: { name } });
const remove = (name: string) => test.call(users.deleteUser, { params: { name } });
const createGroup = (name: string, more: object = {}) => test.call(groups.createGroup, { body: { name, ...more } });
const updateGroup = (name: string, body: object) => test.call(groups.updateGroup, { params: { name }, body });

describe('users', () => {
  it('ADMIN-013 are created, read, changed and deleted', async () => {
    await createGroup('developers');
    const created = await create('Alice', { email: 'alice@example.org', groups: ['developers'] });
    expect(created).toMatchObject({ name: 'alice', groups: ['developers', 'readers'], status: 'enabled', administrator: false, passwordEnabled: true });
    expect(await read('ALICE')).toEqual(created);
    expect(await update('alice', { email: '', administrator: true, groups: [] })).toMatchObject({ email: '', administrator: true, groups: [] });
    expect(await test.call(currentUser, {}, as('alice'))).toMatchObject({ administrator: true, groups: [] });
    await remove('alice');
    await expect(read('alice')).rejects.toMatchObject({ code: 'user_not_found', status: 404 });
    await expect(test.call(currentUser, {}, as('alice'))).rejects.toMatchObject({ code: 'bad_credentials' });
    await expect(remove('alice')).rejects.toMatchObject({ code: 'user_not_found' });
  });
  it('lists by name, a page at a time, with search and count', async () => {
    for (const name of ['page-c', 'page-a', 'page-e', 'page-b', 'page-d']) await create(name, { email: `${name}@pages.example.org` });
    const names: string[] = [];
    let after: string | undefined;
    do {
      const page = await test.call(users.listUsers, { query: { search: 'PAGES.example', limit: 2, ...(after ? { after } : {}) } });
      expect(page.total).toBe(5);
      names.push(...page.items.map(({ name }) => name));
      after = page.next ?? undefined;
    } while (after);
    expect(names).toEqual(['page-a', 'page-b', 'page-c', 'page-d', 'page-e']);
    expect((await test.call(users.listUsers, { query: { search: '%' } })).total).toBe(0);
    expect((await test.call(users.listUsers, { query: { onlyAdministrators: 'true' } })).items.map(({ name }) => name)).toEqual(['admin']);
    const withAnonymous = await test.call(users.listUsers, { query: { search: 'anonymous', includeAnonymous: 'true' } });
    expect(withAnonymous.items.map(({ name }) => name)).toEqual(['anonymous']);
    expect((await test.call(users.listUsers, { query: { search: 'anonymous' } })).total).toBe(0);
  });
  it.each([
    ['a slash in the name', { name: 'a/b', password }, 'name'],
    ['a line break in the name', { name: 'a\r\nb', password }, 'name'],
    ['an empty name', { name: ' ', password }, 'name'],
    ['a name too long', { name: 'x'.repeat(101), password }, 'name'],
    ['a weak password', { name: 'weak', password: 'password' }, 'password'],
    ['no password', { name: 'none' }, 'password'],
    ['a wrong address', { name: 'mail', password, email: 'nowhere' }, 'email'],
    ['an unknown group', { name: 'lost', password, groups: ['no-such-group'] }, 'groups'],
  ])('refuse %s and name the field', async (_, body, field) => {
    await expect(test.call(users.createUser, { body: body as never })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: expect.arrayContaining([expect.objectContaining({ path: field })]),
    });
    await expect(read(String(body.name))).rejects.toMatchObject({ status: 404 });
  });
  it('with the same name are created once, however many try at the same moment', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => create('racer')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(Array.from({ length: 11 }, () => 'user_exists'));
    await expect(create('anonymous')).rejects.toMatchObject({ code: 'user_exists' });
  });
  it('lose what they made themselves when an administrator sets their password, and keep what was made for them', async () => {
    await create('forgetful');
    const make = (caller: object, body: object) => test.call(createToken, { body }, caller);
    const own = await make(as('forgetful'), { refreshable: true, includeReferenceToken: true });
    const given = await make({}, { userName: 'forgetful' });
    const other = await make({}, {});
    const apiKey = await fetch(`${test.baseUrl}/artifactory/api/security/apiKey`, { method: 'POST', headers: test.headersOf(as('forgetful').as) });
    const key = ((await apiKey.json()) as { apiKey: string }).apiKey;
    const readStatus = async (headers: Record<string, string>) => (await fetch(`${test.baseUrl}${currentUser.url}`, { headers })).status;
    const bearer = (token: string | undefined) => readStatus({ authorization: `Bearer ${token}` });
    const statuses = async () => [await bearer(own.accessToken), await bearer(own.referenceToken ?? undefined), await readStatus({ 'x-jfrog-art-api': key })];
    expect(await statuses()).toEqual([200, 200, 200]);
    // Programs set what they are told to again and again: the same password ends nothing.
    await update('forgetful', { password });
    expect(await statuses()).toEqual([200, 200, 200]);
    await update('forgetful', { password: 'Another-pass-2' });
    expect(await statuses()).toEqual([401, 401, 401]);
    expect([await bearer(given.accessToken), await bearer(other.accessToken)]).toEqual([200, 200]);
    const { items } = await test.call(listAuditRecords, { query: { limit: 5 } });
    expect(items.find(({ action, subject }) => action === 'password.changed' && subject === 'forgetful')?.after).toEqual({
      ended: { tokens: 1, apiKey: true },
    });
  });
  it('cannot delete or demote themselves', async () => {
    await expect(remove('admin')).rejects.toMatchObject({ code: 'own_account' });
    for (const body of [{ administrator: false }, { status: 'disabled' }, { passwordEnabled: false }, { consoleAccess: false }])
      await expect(update('admin', body)).rejects.toMatchObject({ code: 'own_account' });
    expect(await read('admin')).toMatchObject({ administrator: true, status: 'enabled' });
  });
  it('leave at least one administrator, even when two remove each other at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      await create(`first-${round}`, { administrator: true });
      await create(`second-${round}`, { administrator: true });
      await update('admin', { email: '' });
      const demote = (who: string, by: string) => test.call(users.updateUser, { params: { name: who }, body: { administrator: false } }, as(by));
      await test.call(users.updateUser, { params: { name: 'admin' }, body: { administrator: false } }, as(`first-${round}`));
      const results = await Promise.allSettled([demote(`first-${round}`, `second-${round}`), demote(`second-${round}`, `first-${round}`)]);
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
      const survivor = results[0]?.status === 'fulfilled' ? `second-${round}` : `first-${round}`;
      await test.call(users.updateUser, { params: { name: 'admin' }, body: { administrator: true } }, as(survivor));
      await remove(`first-${round}`);
      await remove(`second-${round}`);
    }
  });
  it('ADMIN-016 a regular user calling a management endpoint gets 403', async () => {
    await create('regular');
    await expect(test.call(users.listUsers, { query: {} }, as('regular'))).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(test.call(users.deleteUser, { params: { name: 'admin' } }, as('regular'))).rejects.toMatchObject({ status: 403 });
    await expect(test.call(groups.createGroup, { body: { name: 'mine' } }, as('regular'))).rejects.toMatchObject({ status: 403 });
    await expect(test.call(users.listUsers, { query: {} }, { as: 'anonymous' })).rejects.toMatchObject({ status: 401 });
  });
});

describe('groups', () => {
  it('ADMIN-014 are created, read, changed and deleted, with their members', async () => {
    await create('mia');
    await create('noa');
    expect(await createGroup('Team One', { description: 'First', members: ['mia'] })).toMatchObject({ name: 'Team One', members: ['mia'], memberCount: 1 });
    expect(await updateGroup('team one', { members: ['noa', 'mia', 'noa'], description: '' })).toMatchObject({ members: ['mia', 'noa'], description: '' });
    expect((await read('noa')).groups).toContain('Team One');
    await expect(createGroup('TEAM ONE')).rejects.toMatchObject({ code: 'group_exists' });
    await expect(updateGroup('Team One', { members: ['nobody'] })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(updateGroup('Team One', { members: ['anonymous'] })).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await test.call(groups.readGroup, { params: { name: 'Team One' } })).members).toEqual(['mia', 'noa']);
    expect((await test.call(groups.listGroups, { query: { search: 'team' } })).items).toMatchObject([{ name: 'Team One', memberCount: 2 }]);
    await test.call(groups.deleteGroup, { params: { name: 'Team One' } });
    expect((await read('noa')).groups).toEqual(['readers']);
    await expect(updateGroup('Team One', {})).rejects.toMatchObject({ code: 'group_not_found' });
  });
  it('make administrators of their members, and stop to at once', async () => {
    await create('ops-person');
    await createGroup('ops', { administrator: true, members: ['ops-person'] });
    await expect(test.call(users.listUsers, { query: {} }, as('ops-person'))).resolves.toMatchObject({ total: expect.any(Number) });
    expect(await read('ops-person')).toMatchObject({ administrator: false, effectiveAdministrator: true });
    await updateGroup('ops', { members: [] });
    await expect(test.call(users.listUsers, { query: {} }, as('ops-person'))).rejects.toMatchObject({ status: 403 });
  });
  it('are joined by new users where they say so', async () => {
    await createGroup('everyone', { autoJoin: true });
    expect((await create('newcomer')).groups).toEqual(['everyone', 'readers']);
    await updateGroup('everyone', { autoJoin: false });
    expect((await create('latecomer')).groups).toEqual(['readers']);
  });
});

describe('the audit log', () => {
  it('ACC-007 tells who changed what, before and after, from where, without secrets', async () => {
    await create('watched');
    await update('watched', { password: 'Hidden-pass-9', email: 'w@example.org' });
    const { items } = await test.call(listAuditRecords, { query: { search: 'watched', limit: 10 } });
    expect(items.map(({ action }) => action)).toEqual(['password.changed', 'user.changed', 'user.created']);
    expect(items[1]).toMatchObject({ actor: 'admin', address: '127.0.0.1', subject: 'watched', before: { email: '' }, after: { email: 'w@example.org' } });
    expect(JSON.stringify(items)).not.toMatch(/Hidden-pass|Secret-pass|argon2/);
  });
  it('is read in pages and by actor, action and time', async () => {
    const first = await test.call(listAuditRecords, { query: { action: 'user.', limit: 3 } });
    expect(first.items).toHaveLength(3);
    const second = await test.call(listAuditRecords, { query: { action: 'user.', limit: 3, after: first.next! } });
    expect(second.items[0]!.id).toBeLessThan(first.items[2]!.id);
    expect((await test.call(listAuditRecords, { query: { actor: 'nobody' } })).total).toBe(0);
    expect((await test.call(listAuditRecords, { query: { from: '2999-01-01T00:00:00Z' } })).total).toBe(0);
    await expect(test.call(listAuditRecords, { query: { after: "1'--" } })).rejects.toMatchObject({ code: 'bad_request' });
  });
  it('ACC-007 is exported as a file', async () => {
    const response = await fetch(`${test.baseUrl}/ui/api/v1/access/audit/export?action=user.`, { headers: test.headersOf('admin') });
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = (await response.text()).trim().split('\n');
    const records = lines.map((line) => JSON.parse(line));
    expect(records.length).toBe((await test.call(listAuditRecords, { query: { action: 'user.' } })).total);
    expect(records[0]).toMatchObject({ actor: 'admin', action: 'user.created' });
  });
  it('cannot be forged by what people type at the sign-in', async () => {
    await test.call(currentUser, {}, { as: { user: 'x', password: 'y' } }).catch(() => undefined);
    const response = await fetch(`${test.baseUrl}/ui/api/v1/ui/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'forged\r\nadmin user.created', password: 'x' }),
    });
    expect(response.status).toBe(401);
    const { items } = await test.call(listAuditRecords, { query: { search: 'forged' } });
    expect(items).toMatchObject([{ action: 'sign_in.failed', subject: 'forged\uFFFD\uFFFDadmin user.created' }]);
  });
});
