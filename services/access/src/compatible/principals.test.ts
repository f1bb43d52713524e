import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { keptDuties } from '@packhouse/contract/access/kept-rights.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';
const v1 = '/artifactory/api/security';
const v2 = '/access/api/v2';

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  await test.call(createUser, { body: { name: 'ann', password } });
});
afterAll(() => test.stop());

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = test.headersOf('admin')) {
  const response = await fetch(`${test.baseUrl}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined };
}
const basic = (user: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` });
const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Each field of a user and of a group, in both spellings, with a value that is not what it would be by itself. */
const userFields: readonly (readonly [string, string, unknown])[] = [
  ['email', 'email', 'ci@x.y'],
  ['admin', 'admin', true],
  ['profileUpdatable', 'profile_updatable', false],
  ['disableUIAccess', 'disable_ui_access', true],
  ['internalPasswordDisabled', 'internal_password_disabled', true],
  ['groups', 'groups', []],
  ...keptDuties.map((duty) => [duty, toSnake(duty), true] as const),
];
const groupFields: readonly (readonly [string, string, unknown])[] = [
  ['description', 'description', 'Those who build'],
  ['externalId', 'external_id', 'ext-1'],
  ['autoJoin', 'auto_join', true],
  ['adminPrivileges', 'admin_privileges', true],
  ['realmAttributes', 'realm_attributes', 'ldap=1'],
  ['userNames', 'members', ['ann']],
  ...keptDuties.map((duty) => [duty, toSnake(duty), true] as const),
];

describe('API-001 every field of a user comes back as it was set', () => {
  it.each(userFields)('%s, by the first spelling and by the second', async (first, second, value) => {
    await send('PUT', `${v1}/users/field`, { password, email: 'f@example.org' });
    expect((await send('POST', `${v1}/users/field`, { [first]: value })).status).toBe(200);
    expect((await send('GET', `${v1}/users/field`)).json).toMatchObject({ [first]: value });
    expect((await send('GET', `${v2}/users/field`)).json).toMatchObject({ [second]: value });
    await send('DELETE', `${v2}/users/field`);
    const made = await send('POST', `${v2}/users`, { username: 'field', password, email: 'f@example.org', [second]: value });
    expect(made).toMatchObject({ status: 201, json: { username: 'field' } });
    if (second !== 'groups') expect(made.json).toMatchObject({ [second]: value });
    const changed = await send('PATCH', `${v2}/users/field`, { [second]: value });
    expect(changed.json).toMatchObject({ [second]: value });
    expect((await send('GET', `${v1}/users/field`)).json).toMatchObject({ [first]: value });
    if (typeof value === 'boolean') expect((await send('PATCH', `${v2}/users/field`, { [second]: !value })).json).toMatchObject({ [second]: !value });
    expect((await send('DELETE', `${v2}/users/field`)).status).toBe(204);
  });
});

describe('API-001 every field of a group comes back as it was set', () => {
  it.each(groupFields)('%s, by the first spelling and by the second', async (first, second, value) => {
    expect((await send('PUT', `${v1}/groups/field`, { [first]: value })).status).toBe(201);
    expect((await send('GET', `${v1}/groups/field?includeUsers=true`)).json).toMatchObject({ [first]: value });
    expect((await send('GET', `${v2}/groups/field`)).json).toMatchObject({ [second]: value });
    await send('DELETE', `${v2}/groups/field`);
    expect(await send('POST', `${v2}/groups`, { name: 'field', [second]: value })).toMatchObject({ status: 201, json: { [second]: value } });
    if (typeof value === 'boolean') expect((await send('PATCH', `${v2}/groups/field`, { [second]: false })).json).toMatchObject({ [second]: false });
    expect((await send('DELETE', `${v2}/groups/field`)).status).toBe(204);
  });
});

describe('API-001 every right of a permission comes back as it was set', () => {
  const rights = [
    ['r', 'read', 'READ'],
    ['w', 'write', 'WRITE'],
    ['n', 'annotate', 'ANNOTATE'],
    ['d', 'delete', 'DELETE'],
    ['m', 'manage', 'MANAGE'],
    ['mxm', 'managedXrayMeta', 'SCAN'],
    ['x', 'distribute', 'EXECUTE'],
  ] as const;
  it.each(rights)('%s, %s and %s are one', async (letter, word, capital) => {
    const told = async () => ({
      first: (await send('GET', `${v1}/permissions/right`)).json?.principals,
      second: (await send('GET', '/artifactory/api/v2/security/permissions/right')).json?.repo.actions,
      latest: (await send('GET', `${v2}/permissions/right`)).json?.resources.artifact.actions,
    });
    const sides = (right: string) => ({ users: { ann: [right] }, groups: { readers: [right] } });
    const expected = { first: sides(letter), second: sides(word), latest: sides(capital) };
    expect((await send('PUT', `${v1}/permissions/right`, { repositories: ['libs'], principals: sides(letter) })).status).toBe(201);
    expect(await told()).toEqual(expected);
    await send('DELETE', `${v1}/permissions/right`);
    const repo = { repositories: ['libs', 'ANY DISTRIBUTION'], actions: sides(word) };
    expect((await send('POST', '/artifactory/api/v2/security/permissions/right', { repo })).status).toBe(201);
    expect(await told()).toEqual(expected);
    expect((await send('GET', '/artifactory/api/v2/security/permissions/right')).json.repo.repositories).toEqual(repo.repositories);
    await send('DELETE', `${v1}/permissions/right`);
    const artifact = { actions: sides(capital), targets: { libs: {} } };
    expect((await send('POST', `${v2}/permissions`, { name: 'right', resources: { artifact } })).status).toBe(201);
    expect(await told()).toEqual(expected);
    expect((await send('DELETE', `${v2}/permissions/right`)).status).toBe(204);
  });
  it('refuses a right that is none, by name', async () => {
    const refused = await send('PUT', `${v1}/permissions/odd`, { repositories: ['libs'], principals: { users: { ann: ['r', 'q'] } } });
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ message: expect.stringContaining('q is not a right') }] } });
  });
});

describe('the latest users and groups of existing clients', () => {
  it('are listed a page at a time, in both directions, and by how they stand', async () => {
    for (const name of ['page-a', 'page-b', 'page-c']) await send('POST', `${v2}/users`, { username: name, email: `${name}@example.org`, password });
    await send('PATCH', `${v2}/users/page-b`, { status: 'disabled' });
    const list = async (query: string) => (await send('GET', `${v2}/users?username=page-&${query}`)).json;
    const first = await list('limit=2');
    expect(first.users).toEqual([
      { username: 'page-a', uri: `${test.baseUrl}${v2}/users/page-a`, realm: 'internal', status: 'enabled' },
      { username: 'page-b', uri: `${test.baseUrl}${v2}/users/page-b`, realm: 'internal', status: 'disabled' },
    ]);
    const second = await list(`limit=2&cursor=${first.cursor}`);
    expect(second).toEqual({ users: [expect.objectContaining({ username: 'page-c' })] });
    const names = (page: { users: { username: string }[] }) => page.users.map(({ username }) => username);
    expect(names(await list('descendingOrder=true'))).toEqual(['page-c', 'page-b', 'page-a']);
    expect(names(await list('status=disabled'))).toEqual(['page-b']);
    expect(names((await send('GET', `${v2}/users?onlyAdmins=true`)).json)).toEqual(['admin']);
    expect((await list('status=locked')).users).toEqual([]);
    expect(await send('GET', `${v2}/users?resourceName=web`)).toMatchObject({ status: 400, text: expect.stringContaining('query.resourceName') });
  });
  it('are found by the projects and roles of which they are members, through groups too', async () => {
    const projects = '/access/api/v1/projects';
    for (const key of ['web', 'app']) await send('POST', projects, { project_key: key, display_name: key });
    for (const username of ['role-a', 'role-b', 'role-c']) await send('POST', `${v2}/users`, { username, email: `${username}@example.org`, password });
    await send('POST', `${v2}/groups`, { name: 'role-group', members: ['role-b'] });
    await send('PUT', `${projects}/web/users/role-a`, { roles: ['Developer'] });
    await send('PUT', `${projects}/web/groups/role-group`, { roles: ['Viewer'] });
    await send('PUT', `${projects}/app/users/role-c`, { roles: ['Developer'] });
    const found = async (query: string) =>
      (await send('GET', `${v2}/users?username=role-&${query}`)).json.users.map(({ username }: { username: string }) => username);
    expect(await found('projectKey=web')).toEqual(['role-a', 'role-b']);
    expect(await found('role=developer')).toEqual(['role-a', 'role-c']);
    expect(await found('projectKey=web&role=Viewer')).toEqual(['role-b']);
    expect(await found('projectKey=app&role=Viewer')).toEqual([]);
    expect(await found('projectKey=nowhere')).toEqual([]);
  });
  it('are locked by failures until somebody unlocks them', async () => {
    await send('POST', `${v2}/users`, { username: 'lock', email: 'lock@example.org', password });
    for (let at = 0; at < 10; at++) await send('GET', `${v1}/token`, undefined, basic('lock', 'wrong'));
    expect((await send('GET', `${v2}/users/lock`)).json.status).toBe('locked');
    expect((await send('GET', `${v2}/users?status=locked`)).json.users).toMatchObject([{ username: 'lock', status: 'locked' }]);
    expect((await send('POST', `${v2}/users/lock/unlock`)).status).toBe(204);
    expect((await send('GET', `${v2}/users/lock`)).json.status).toBe('enabled');
  });
  it('get a password, and join and leave groups', async () => {
    await send('POST', `${v2}/users`, { username: 'mia', email: 'mia@example.org', password });
    expect((await send('PUT', `${v2}/users/mia/password`, { password: 'weak' })).status).toBe(400);
    expect((await send('PUT', `${v2}/users/mia/password`, { password: 'Another-pass-2' })).status).toBe(204);
    expect((await send('GET', `${v1}/token`, undefined, basic('mia', 'Another-pass-2'))).status).toBe(200);
    await send('POST', `${v2}/groups`, { name: 'Crew', members: ['ann'] });
    expect((await send('PATCH', `${v2}/users/mia/groups`, { add: ['crew'], remove: ['readers'] })).json).toEqual({ groups: ['Crew'] });
    expect((await send('GET', `${v2}/groups/Crew/members`)).json).toEqual({ members: ['ann', 'mia'] });
    expect((await send('PATCH', `${v2}/groups/Crew/members`, { remove: ['ann'] })).json).toEqual({ members: ['mia'] });
    expect((await send('PATCH', `${v2}/groups/Crew/members`, { add: ['nobody'] })).status).toBe(400);
    expect((await send('GET', `${v2}/groups?group_name=crew&limit=1`)).json).toEqual({
      groups: [{ group_name: 'Crew', uri: `${test.baseUrl}${v2}/groups/Crew` }],
    });
    expect((await send('POST', `${v2}/groups`, { name: 'Crew' })).status).toBe(409);
    expect((await send('POST', `${v2}/users`, { username: 'mia', email: 'm@example.org', password })).status).toBe(409);
    expect((await send('GET', `${v2}/groups/none`)).status).toBe(404);
    expect((await send('GET', `${v2}/users`, undefined, basic('mia', 'Another-pass-2'))).status).toBe(403);
  });
  it('cannot take their own way in away', async () => {
    expect((await send('PATCH', `${v2}/users/admin`, { admin: false })).status).toBe(409);
  });
  it('are not invited while there is no mail', async () => {
    expect((await send('POST', '/access/api/v1/users/invite', { invited_email: 'new@x.y', source: 'cli' })).json.errors[0].message).toMatch(/mail/i);
    expect((await send('GET', `${v2}/users/new@x.y`)).status).toBe(404);
  });
});

describe('the latest permissions of existing clients', () => {
  const path = `${v2}/permissions`;
  const artifact = {
    actions: { users: { ann: ['READ', 'WRITE'] }, groups: {} },
    targets: {
      libs: { include_patterns: ['org/**'], exclude_patterns: ['org/secret/**'] },
      'ANY REMOTE': { include_patterns: ['**'], exclude_patterns: [] },
    },
  };
  it('keep patterns for each target, and replace one type at a time', async () => {
    const made = await send('POST', path, { name: 'app', resources: { artifact } });
    expect(made).toMatchObject({ status: 201, json: { name: 'app', resources: { artifact } } });
    const build = {
      actions: { users: {}, groups: { readers: ['READ'] } },
      targets: { 'artifactory-build-info': { include_patterns: ['app/**'], exclude_patterns: [] } },
    };
    expect((await send('PUT', `${path}/app/build`, build)).json).toEqual(build);
    expect((await send('GET', `${path}/app`)).json).toEqual({ name: 'app', resources: { artifact, build } });
    const narrower = { ...artifact, targets: { libs: artifact.targets.libs } };
    expect((await send('PATCH', `${path}/app`, { resources: { artifact: narrower } })).json.resources).toEqual({ artifact: narrower, build });
    expect((await send('DELETE', `${path}/app/artifact`)).status).toBe(204);
    expect((await send('GET', `${path}/app/artifact`)).status).toBe(404);
    expect((await send('DELETE', `${path}/app/artifact`)).status).toBe(404);
    expect((await send('GET', `${path}/app`)).json.resources).toEqual({ build });
    expect((await send('GET', `${v1}/permissions`)).json.map(({ name }: { name: string }) => name)).not.toContain('app');
    expect((await send('POST', path, { name: 'app', resources: {} })).status).toBe(409);
  });
  it('API-002 give rights on destinations and pipelines, which other spellings leave as they are', async () => {
    const target = (...include: string[]) => ({ include_patterns: include, exclude_patterns: [] });
    const destination = { actions: { users: { ann: ['EXECUTE', 'DELETE'] }, groups: {} }, targets: { '*': target('site_*'), edge: target('site_*') } };
    const pipeline = { actions: { users: {}, groups: { readers: ['READ', 'EXECUTE', 'MANAGE'] } }, targets: { '*': target('**') } };
    const resources = { artifact, destination, pipeline_source: pipeline };
    expect(await send('POST', path, { name: 'sender', resources })).toMatchObject({ status: 201, json: { resources } });
    const older = { name: 'sender', repo: { repositories: ['libs'], actions: { users: { ann: ['read'] } } } };
    expect((await send('PUT', '/artifactory/api/v2/security/permissions/sender', older)).status).toBe(200);
    const { json } = await send('GET', `${path}/sender`);
    expect(json.resources).toMatchObject({ artifact: { actions: { users: { ann: ['READ'] } } }, destination, pipeline_source: pipeline });
    expect((await send('DELETE', `${path}/sender/pipeline_source`)).status).toBe(204);
    expect((await send('GET', `${path}/sender`)).json.resources).not.toHaveProperty('pipeline_source');
    expect((await send('DELETE', `${path}/sender`)).status).toBe(204);
  });
  it('leave what they say of builds when the first spelling replaces what they say of repositories', async () => {
    await send('PUT', `${v1}/permissions/app`, {
      includesPattern: 'a/**, b/**',
      excludesPattern: 'c/**',
      repositories: ['libs'],
      principals: { users: { ann: ['r'] } },
    });
    const { json } = await send('GET', `${path}/app`);
    expect(Object.keys(json.resources)).toEqual(['artifact', 'build']);
    expect(json.resources.artifact.targets).toEqual({ libs: { include_patterns: ['a/**', 'b/**'], exclude_patterns: ['c/**'] } });
    expect((await send('GET', `${v1}/permissions/app`)).json).toMatchObject({ includesPattern: 'a/**,b/**', excludesPattern: 'c/**' });
  });
  it('are listed a page at a time, and refuse what would not be looked at', async () => {
    const first = (await send('GET', `${path}?limit=1`)).json;
    const second = (await send('GET', `${path}?limit=1&cursor=${first.cursor}`)).json;
    expect([first.permissions[0].name, second.permissions[0].name]).toEqual(['Anonymous', 'Anything']);
    const by = (...rights: string[]) => ({ users: { ann: rights } });
    for (const [type, resource, word] of [
      ['stage', { targets: { main: {} } }, 'params.type'],
      ['pipeline_source', { actions: by('READ'), targets: { main: { include_patterns: ['org/**'] } } }, 'patterns'],
      ['pipeline_source', { actions: by('DELETE'), targets: { main: {} } }, 'delete'],
      ['pipeline_source', { actions: by('SCAN'), targets: { main: {} } }, 'SCAN'],
      ['destination', { actions: by('MANAGE'), targets: { edge: {} } }, 'manage'],
      ['destination', { actions: by('WRITE'), targets: { edge: {} } }, 'WRITE'],
    ] as const) {
      const refused = await send('PUT', `${path}/app/${type}`, resource);
      expect([type, word, refused.status, refused.text]).toEqual([type, word, 400, expect.stringContaining(word)]);
    }
    expect(Object.keys((await send('GET', `${path}/app`)).json.resources)).toEqual(['artifact', 'build']);
  });
});
