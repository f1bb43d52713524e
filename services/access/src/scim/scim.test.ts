import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
let bearer: string;

const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const base = '/access/api/v1/scim/v2';

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  bearer = (await test.call(createToken, { body: {} })).accessToken;
});
afterAll(() => test.stop());

async function send(method: string, path: string, body?: unknown, token: string | undefined = bearer) {
  const response = await fetch(`${test.baseUrl}${base}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text ? JSON.parse(text) : undefined, headers: response.headers };
}
const find = (kind: 'Users' | 'Groups', filter: string, more = '') => send('GET', `/${kind}?filter=${encodeURIComponent(filter)}${more}`);
const namesFound = async (filter: string) => (await find('Users', filter)).json.Resources.map(({ userName }: { userName: string }) => userName);
const patch = (path: string, ...Operations: unknown[]) => send('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
const add = async (userName: string, more: object = {}) => (await send('POST', '/Users', { schemas: [user], userName, ...more })).json;
const addGroup = async (displayName: string, ids: string[] = []) =>
  (await send('POST', '/Groups', { schemas: [group], displayName, members: ids.map((value) => ({ value })) })).json;

describe('SCIM users', () => {
  it('ACC-005 are created, read, replaced and deleted', async () => {
    const made = await send('POST', '/Users', {
      schemas: [user],
      userName: 'BJensen@Example.org',
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara Jensen', familyName: 'Jensen', givenName: 'Barbara' },
      emails: [
        { value: 'home@example.org', type: 'home' },
        { value: 'bjensen@example.org', type: 'work', primary: true },
      ],
      title: 'Tour guide',
    });
    expect(made.status).toBe(201);
    expect(made.headers.get('content-type')).toContain('application/scim+json');
    const { id } = made.json;
    expect(made.headers.get('location')).toBe(`${test.baseUrl}${base}/Users/${id}`);
    expect(made.json).toEqual({
      schemas: [user],
      id: expect.stringMatching(/^\d+$/),
      externalId: 'bjensen',
      userName: 'bjensen@example.org',
      name: { formatted: 'Ms. Barbara Jensen', familyName: 'Jensen', givenName: 'Barbara' },
      active: true,
      emails: [{ value: 'bjensen@example.org', type: 'work', primary: true }],
      groups: [expect.objectContaining({ display: 'readers', type: 'direct' })],
      meta: { resourceType: 'User', created: expect.any(String), lastModified: expect.any(String), location: `${test.baseUrl}${base}/Users/${id}` },
    });
    expect((await send('GET', `/Users/${id}`)).json).toEqual(made.json);
    const put = await send('PUT', `/Users/${id}`, { schemas: [user], USERNAME: 'bjensen@example.org', displayName: 'Babs', active: false });
    expect(put).toMatchObject({ status: 200, json: { displayName: 'Babs', active: false } });
    for (const gone of ['externalId', 'name', 'emails']) expect(put.json).not.toHaveProperty(gone);
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await send('GET', `/Users/${id}`)).json).toMatchObject({ status: '404', detail: 'The user does not exist' });
  });
  it('ACC-005 may have a password to sign in with, which is never answered', async () => {
    const { id, ...made } = await add('pia', { password: 'Secret-pass-1' });
    expect(made).not.toHaveProperty('password');
    expect(await test.call(currentUser, {}, { as: { user: 'pia', password: 'Secret-pass-1' } })).toMatchObject({ name: 'pia' });
    await patch(`/Users/${id}`, { op: 'Replace', path: 'password', value: 'Other-pass-2' });
    expect(await test.call(currentUser, {}, { as: { user: 'pia', password: 'Other-pass-2' } })).toMatchObject({ name: 'pia' });
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: 'False' });
    await expect(test.call(currentUser, {}, { as: { user: 'pia', password: 'Other-pass-2' } })).rejects.toMatchObject({ status: 401 });
    expect(await send('POST', '/Users', { schemas: [user], userName: 'weak', password: 'weak' })).toMatchObject({
      status: 400,
      json: { scimType: 'invalidValue' },
    });
  });
  it('ACC-005 are found by filters', async () => {
    await add('carl', { externalId: 'Ext-1', emails: [{ value: 'carl@north.example' }], name: { familyName: "O'Neil" } });
    await add('cora', { externalId: 'ext-2', emails: [{ value: 'cora@south.example' }], active: false });
    await add('cyd');
    const { id } = (await find('Users', 'userName eq "cyd"')).json.Resources[0];
    const cases: [string, string[]][] = [
      ['userName eq "CARL"', ['carl']],
      ['USERNAME Eq "carl"', ['carl']],
      [`${user}:userName eq "carl"`, ['carl']],
      ['userName sw "c" and active eq false', ['cora']],
      ['userName sw "c" and active ne false', ['carl', 'cyd']],
      ['externalId eq "ext-1"', []],
      ['externalId eq "Ext-1" or externalId eq "ext-2"', ['carl', 'cora']],
      ['userName sw "c" and externalId pr', ['carl', 'cora']],
      ['userName sw "c" and not (externalId pr)', ['cyd']],
      ['userName sw "c" and emails pr and userName ew "L"', ['carl']],
      ['emails co "SOUTH"', ['cora']],
      ['emails.value ew "north.example"', ['carl']],
      ['emails[type eq "work" and value co "south"]', ['cora']],
      ['emails[type eq "home"]', []],
      ['name.familyName eq "o\'neil"', ['carl']],
      ['userName eq "cyd" or userName eq "carl" and active eq false', ['cyd']],
      ['(userName eq "cyd" or userName eq "carl") and active eq false', []],
      ['userName ge "cora" and userName lt "d"', ['cora', 'cyd']],
      [`id eq "${id}"`, ['cyd']],
      ['userName sw "c" and groups.display eq "READERS"', ['carl', 'cora', 'cyd']],
      ['userName sw "c" and meta.created gt "2020-01-01T00:00:00Z"', ['carl', 'cora', 'cyd']],
      ['userName sw "c" and meta.lastModified lt "2020-01-01T00:00:00Z"', []],
      ['userName co "%" or userName co "_"', []],
    ];
    for (const [filter, names] of cases) expect([filter, await namesFound(filter)]).toEqual([filter, names]);
    expect(await namesFound('userName eq "anonymous"')).toEqual([]);
  });
  it('ACC-005 refuse filters that cannot be read', async () => {
    const wrong = [
      'userName',
      'userName eq',
      'userName is "x"',
      'userName eq x',
      'shoeSize eq "9"',
      '(userName eq "x"',
      'userName eq "x" foo',
      'active eq "x"',
    ];
    const more = [
      'not userName pr',
      'meta.created gt "soon"',
      'active co true',
      'emails[value eq "x"',
      'userName eq "a\\u0000b"',
      '('.repeat(500),
      'userName[x eq "y"]',
    ];
    for (const filter of [...wrong, ...more]) {
      expect([filter, await find('Users', filter)]).toEqual([
        filter,
        expect.objectContaining({
          status: 400,
          json: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '400', scimType: 'invalidFilter', detail: expect.any(String) },
        }),
      ]);
    }
  });
  it('ACC-005 are paged from 1 on', async () => {
    for (const name of ['page1', 'page2', 'page3']) await add(name);
    const page = async (more: string) => {
      const { json } = await find('Users', 'userName sw "page"', more);
      return [json.totalResults, json.startIndex, json.itemsPerPage, json.Resources.map((found: { userName: string }) => found.userName)];
    };
    expect(await page('&count=2')).toEqual([3, 1, 2, ['page1', 'page2']]);
    expect(await page('&startIndex=3&count=2')).toEqual([3, 3, 1, ['page3']]);
    expect(await page('&startIndex=0&count=0')).toEqual([3, 1, 0, []]);
    expect(await page('&startIndex=9&count=-5')).toEqual([3, 9, 0, []]);
  });
  it('ACC-005 answer only the attributes asked for', async () => {
    const { id } = await add('ada', { name: { givenName: 'Ada', familyName: 'L' } });
    expect((await send('GET', `/Users/${id}?attributes=username,name.givenName`)).json).toEqual({
      schemas: [user],
      id,
      userName: 'ada',
      name: { givenName: 'Ada' },
    });
    const without = (await send('GET', `/Users/${id}?excludedAttributes=groups,meta,id,name.givenname`)).json;
    expect(without).toEqual({ schemas: [user], id, userName: 'ada', name: { familyName: 'L' }, active: true });
  });
  it('ACC-005 are patched with and without paths', async () => {
    const { id } = await add('dora', { externalId: 'x', name: { givenName: 'Dora' }, emails: [{ value: 'old@example.org', type: 'work' }] });
    const changed = async (...operations: unknown[]) => (await patch(`/Users/${id}`, ...operations)).json;
    expect(await changed({ op: 'add', path: 'name.familyName', value: 'Lee' })).toMatchObject({ name: { givenName: 'Dora', familyName: 'Lee' } });
    expect(await changed({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@example.org' })).toMatchObject({
      emails: [{ value: 'new@example.org' }],
    });
    expect(await changed({ op: 'replace', value: { displayName: 'Dora L', 'name.givenName': 'D', nickName: 'dd' } })).toMatchObject({
      displayName: 'Dora L',
      name: { givenName: 'D', familyName: 'Lee' },
    });
    expect(await changed({ op: 'remove', path: 'externalId' }, { op: 'remove', path: 'emails' })).not.toHaveProperty('externalId');
    expect(await changed({ op: 'add', path: 'emails[type eq "work"].value', value: 'again@example.org' })).toMatchObject({
      emails: [{ value: 'again@example.org' }],
    });
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department';
    expect(await changed({ op: 'add', path: enterprise, value: 'Travel' })).toMatchObject({ displayName: 'Dora L' });
    const refused: [unknown, string][] = [
      [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'x@example.org' }, 'noTarget'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'replace', path: 'id', value: '1' }, 'mutability'],
      [{ op: 'replace', path: 'userName', value: 'other' }, 'mutability'],
      [{ op: 'add', path: 'shoeSize', value: 9 }, 'invalidPath'],
      [{ op: 'add', path: 'emails[type eq', value: 9 }, 'invalidPath'],
      [{ op: 'replace', path: 'emails[type is "work"].value', value: 'x@example.org' }, 'invalidFilter'],
      [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
      [{ op: 'replace', path: 'emails', value: [{ value: 'no address' }] }, 'invalidValue'],
      [{ op: 'replace', value: 'text' }, 'invalidValue'],
      [{ op: 'move', path: 'active', value: true }, 'invalidValue'],
    ];
    for (const [operation, scimType] of refused)
      expect([operation, (await patch(`/Users/${id}`, operation)).json]).toEqual([operation, expect.objectContaining({ status: '400', scimType })]);
    expect((await send('GET', `/Users/${id}`)).json).toMatchObject({ active: true, userName: 'dora' });
  });
});

describe('SCIM groups', () => {
  it('ACC-005 are created, renamed, found and deleted', async () => {
    const ann = await add('ann');
    const made = await send('POST', '/Groups', { schemas: [group], displayName: 'Tour Guides', externalId: 'g1', members: [{ value: ann.id }] });
    expect(made).toMatchObject({ status: 201, json: { displayName: 'Tour Guides', members: [{ value: ann.id, display: 'ann', type: 'User' }] } });
    const { id } = made.json;
    expect((await find('Groups', `members[value eq "${ann.id}"] and displayName eq "tour guides"`)).json.Resources).toMatchObject([{ id }]);
    expect((await find('Groups', 'externalId eq "g1"', '&excludedAttributes=members')).json.Resources[0]).not.toHaveProperty('members');
    expect((await find('Users', `groups.value eq "${id}"`)).json.Resources).toMatchObject([{ userName: 'ann' }]);
    expect((await patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName: 'Guides' } })).json).toMatchObject({
      id,
      displayName: 'Guides',
      externalId: 'g1',
    });
    expect((await patch(`/Groups/${id}`, { op: 'replace', path: 'displayName', value: 'readers' })).json).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    });
    expect((await send('PUT', `/Groups/${id}`, { schemas: [group], displayName: 'Guides' })).json.members).toEqual([]);
    expect((await send('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await send('GET', `/Groups/${id}`)).status).toBe(404);
  });
  it('ACC-005 gain and lose members by patches', async () => {
    const [a, b, c] = [await add('ga'), await add('gb'), await add('gc')];
    const { id } = await addGroup('crew', [a.id]);
    const membersAfter = async (...operations: unknown[]) => {
      const { json } = await patch(`/Groups/${id}`, ...operations);
      return json.members.map(({ display }: { display: string }) => display);
    };
    expect(await membersAfter({ op: 'Add', path: 'members', value: [{ value: b.id }, { value: a.id }] })).toEqual(['ga', 'gb']);
    expect(await membersAfter({ op: 'add', value: { members: [{ value: c.id }] } })).toEqual(['ga', 'gb', 'gc']);
    expect(await membersAfter({ op: 'remove', path: `members[value eq "${a.id}"]` })).toEqual(['gb', 'gc']);
    expect(await membersAfter({ op: 'remove', path: `members[value eq "${a.id}"]` })).toEqual(['gb', 'gc']);
    expect(await membersAfter({ op: 'Remove', path: 'members', value: [{ value: b.id }] })).toEqual(['gc']);
    expect(await membersAfter({ op: 'replace', path: 'members', value: [{ value: a.id }] })).toEqual(['ga']);
    expect(await membersAfter({ op: 'remove', path: 'members' })).toEqual([]);
    expect((await patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: '999999' }] })).json).toMatchObject({ scimType: 'invalidValue' });
    expect((await patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: id, type: 'Group' }] })).json).toMatchObject({
      scimType: 'invalidValue',
    });
  });
  it('ACC-005 lose no member when many are added at once', async () => {
    const { id } = await addGroup('rush');
    const ids: string[] = [];
    for (const name of ['r1', 'r2', 'r3', 'r4', 'r5', 'r6']) ids.push((await add(name)).id);
    await Promise.all(ids.map((value) => patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value }] })));
    expect((await send('GET', `/Groups/${id}`)).json.members).toHaveLength(6);
  });
});

describe('SCIM', () => {
  it('ACC-005 is for administrators with a token', async () => {
    await test.call(createUser, { body: { name: 'plain', password: 'Secret-pass-1' } });
    const { accessToken } = await test.call(createToken, { body: {} }, { as: { user: 'plain', password: 'Secret-pass-1' } });
    for (const path of ['/Users', '/Groups', '/ServiceProviderConfig', '/Schemas', '/ResourceTypes']) {
      expect(await send('GET', path, undefined, accessToken)).toMatchObject({ status: 403, json: { status: '403' } });
      const nobody = await send('GET', path, undefined, '');
      expect(nobody).toMatchObject({ status: 401, json: { status: '401' } });
      expect(nobody.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect((await send('GET', path, undefined, 'nonsense')).json).toMatchObject({ status: '401' });
    }
    expect((await send('POST', '/Users', { schemas: [user], userName: 'x' }, accessToken)).status).toBe(403);
  });
  it('ACC-005 answers errors in its own words', async () => {
    await add('once');
    expect(await send('POST', '/Users', { schemas: [user], userName: 'ONCE' })).toMatchObject({ status: 409, json: { status: '409', scimType: 'uniqueness' } });
    expect((await send('POST', '/Users', '{"userName":')).json).toMatchObject({ status: '400', scimType: 'invalidSyntax' });
    expect((await send('POST', '/Users', { schemas: [user] })).json).toMatchObject({ status: '400', scimType: 'invalidValue' });
    const { Resources } = (await find('Users', 'userName eq "admin"')).json;
    expect((await send('DELETE', `/Users/${Resources[0].id}`)).json).toMatchObject({ status: '409' });
    expect((await patch(`/Users/${Resources[0].id}`, { op: 'replace', path: 'active', value: false })).json).toMatchObject({ status: '409' });
    for (const id of ['0', 'x', '1e3', "1'", '99999999999999999999']) expect((await send('GET', `/Users/${encodeURIComponent(id)}`)).status).toBe(404);
  });
  it('ACC-005 describes itself', async () => {
    expect((await send('GET', '/ServiceProviderConfig')).json).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
    });
    expect((await send('GET', '/ResourceTypes')).json).toMatchObject({ totalResults: 2, Resources: [{ id: 'User', endpoint: '/Users' }, { id: 'Group' }] });
    expect((await send('GET', '/ResourceTypes/Group')).json).toMatchObject({ schema: group });
    expect((await send('GET', '/Schemas')).json.Resources.map(({ id }: { id: string }) => id)).toEqual([user, group]);
    expect((await send('GET', `/Schemas/${user}`)).json.attributes).toContainEqual(expect.objectContaining({ name: 'password', returned: 'never' }));
    expect((await send('GET', '/Schemas/none')).json).toMatchObject({ status: '404' });
  });
  it('ACC-005 leaves its changes in the audit log, and what changes nothing leaves nothing', async () => {
    const records = async () =>
      (await test.call(listAuditRecords, { query: { limit: 500 } })).items.filter(({ subject }) => subject === 'eve').map(({ action }) => action);
    const { id } = await add('eve', { displayName: 'Eve' });
    await patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Eve' });
    expect(await records()).toEqual(['user.created']);
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    await send('DELETE', `/Users/${id}`);
    expect(await records()).toEqual(['user.deleted', 'user.changed', 'user.created']);
  });
});
