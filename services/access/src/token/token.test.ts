import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import * as groups from '@packhouse/contract/access/access-group-routes.ts';
import * as tokens from '@packhouse/contract/access/access-token-routes.ts';
import * as users from '@packhouse/contract/access/access-user-routes.ts';
import * as profile from '@packhouse/contract/access/auth-profile-routes.ts';
import { currentUser, verifyToken } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { type Actor, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
const password = 'Secret-pass-1';
const as = (user: string) => ({ as: { user, password } });

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  for (const name of ['ann', 'bob']) await test.call(users.createUser, { body: { name, password } });
  await test.call(groups.createGroup, { body: { name: 'blue', members: ['ann'] } });
  await test.call(groups.createGroup, { body: { name: 'red', members: [] } });
});
afterAll(() => test.stop());

const create = (body: object, options: object = {}) => test.call(tokens.createToken, { body }, options);
const actor = async (token: string) => (await test.platform.identity.actorByToken(token))!;
const who = (headers: Record<string, string>) =>
  fetch(`${test.baseUrl}/ui/api/v1/ui/auth/current`, { headers }).then(async (answer) => ({ status: answer.status, name: (await answer.json()).name }));
const basic = (user: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` });
const parsePayload = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64').toString());

describe('an access token', () => {
  it('ACC-003 opens the door in every form that clients use', async () => {
    const { accessToken, referenceToken } = await create({ includeReferenceToken: true }, as('ann'));
    for (const token of [accessToken, referenceToken!])
      for (const headers of [
        { authorization: `Bearer ${token}` },
        { authorization: `bearer ${token}` },
        { authorization: token },
        basic('ann', token),
        basic('someone-else', token),
        basic('', token),
        { 'x-jfrog-art-api': token },
      ])
        expect(await who(headers)).toEqual({ status: 200, name: 'ann' });
  });
  it('is a JWT whose payload the standard base64 alphabet can read, whatever the name', async () => {
    await test.call(users.createUser, { body: { name: 'zoë~ünïcode'.replace('~', '.'), password } });
    for (let round = 0; round < 20; round++) {
      const { accessToken } = await create({ userName: 'zoë.ünïcode', description: '>>>???~~~' });
      expect(accessToken.split('.')).toHaveLength(3);
      expect(accessToken.split('.')[1]).toMatch(/^[A-Za-z0-9]+$/);
    }
    const { accessToken, id } = await create({ userName: 'zoë.ünïcode', expiresIn: 60 });
    const claims = parsePayload(accessToken);
    expect(claims).toMatchObject({ jti: id, scp: 'applied-permissions/user', iat: expect.any(Number), exp: claims.iat + 60 });
    expect(claims.sub).toBe(`${claims.iss}/users/zoë.ünïcode`);
    expect(claims.iss).toMatch(/^jfac@[a-z0-9]+$/);
  });
  it('stops working when it is revoked, when its user is disabled, deleted or made anew', async () => {
    const revoked = await create({ includeReferenceToken: true }, as('ann'));
    expect((await who({ authorization: `Bearer ${revoked.accessToken}` })).status).toBe(200);
    await test.call(tokens.revokeToken, { params: { id: revoked.id } }, as('ann'));
    const { items } = await test.call(listAuditRecords, { query: { action: 'token.revoked', search: 'ann' } });
    expect(items[0]).toMatchObject({ subject: revoked.id, name: 'ann' });
    for (const token of [revoked.accessToken, revoked.referenceToken!]) expect((await who({ authorization: `Bearer ${token}` })).status).toBe(401);
    await test.call(users.createUser, { body: { name: 'temp', password } });
    const { accessToken } = await create({}, as('temp'));
    await test.call(users.updateUser, { params: { name: 'temp' }, body: { status: 'disabled' } });
    expect((await who({ authorization: `Bearer ${accessToken}` })).status).toBe(401);
    await test.call(users.updateUser, { params: { name: 'temp' }, body: { status: 'enabled' } });
    expect((await who({ authorization: `Bearer ${accessToken}` })).status).toBe(200);
    await test.call(users.deleteUser, { params: { name: 'temp' } });
    await test.call(users.createUser, { body: { name: 'temp', password } });
    expect((await who({ authorization: `Bearer ${accessToken}` })).status).toBe(401);
  });
  it('ends with the password by which it was made, when an administrator sets another one', async () => {
    const params = { name: 'lost' };
    await test.call(users.createUser, { body: { ...params, password } });
    const own = await create({ includeReferenceToken: true }, as('lost'));
    const given = await create({ userName: 'lost' });
    const answers = async (one: { accessToken: string }) => (await who({ authorization: `Bearer ${one.accessToken}` })).status;
    await test.call(users.updateUser, { params, body: { password } });
    expect(await answers(own), 'the same password again').toBe(200);
    await test.call(users.updateUser, { params, body: { password: 'Another-pass-2' } });
    expect([await answers(own), await answers({ accessToken: own.referenceToken! })]).toEqual([401, 401]);
    expect(await answers(given), 'made by an administrator').toBe(200);
  });
  it('ends when it expires', async () => {
    const { accessToken, referenceToken } = await create({ expiresIn: 4, includeReferenceToken: true }, as('ann'));
    expect((await who({ authorization: `Bearer ${referenceToken}` })).status).toBe(200);
    expect((await who({ authorization: `Bearer ${accessToken}` })).status).toBe(200);
    for (const token of [accessToken, referenceToken!]) await expect.poll(async () => (await who({ authorization: `Bearer ${token}` })).status).toBe(401);
  });
  it('is not believed when anything about it was changed', async () => {
    const { accessToken } = await create({}, as('ann'));
    const [head, payload, signature] = accessToken.split('.') as [string, string, string];
    const forged = Buffer.from(JSON.stringify({ ...parsePayload(accessToken), sub: 'jfac@x/users/admin' })).toString('base64url');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    for (const token of [
      `${head}.${forged}.${signature}`,
      `${unsigned}.${payload}.`,
      `${unsigned}.${payload}.${signature}`,
      `${head}.${payload}.${'A'.repeat(86)}`,
      `${head}.${payload}`,
      'eyJ.x.y',
      'x'.repeat(64),
      'x'.repeat(15_000),
    ])
      expect((await who({ authorization: `Bearer ${token}` })).status).toBe(401);
    const { status } = await who({ authorization: `Bearer ${'x'.repeat(20_000)}` });
    expect([401, 431]).toContain(status);
  });
  it('is narrowed by a scope of places and by a scope of groups', async () => {
    const places = await actor((await create({ scope: 'artifact:libs/com/**:r,w' })).accessToken);
    expect(isAllowed(places, 'read', { type: 'repository', name: 'libs', path: 'com/a.jar' })).toBe(true);
    expect(isAllowed(places, 'deploy', { type: 'repository', name: 'libs', path: 'org/a.jar' })).toBe(false);
    expect(isAllowed(places, 'delete', { type: 'repository', name: 'libs', path: 'com/a.jar' })).toBe(false);
    await expect(test.call(users.listUsers, { query: {} }, { as: { token: (await create({ scope: 'artifact:libs:*' })).accessToken } })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const blue = await create({ scope: 'applied-permissions/groups:blue' }, as('ann'));
    expect(await actor(blue.accessToken)).toMatchObject({ name: 'ann', groups: ['blue'], administrator: false, grants: [] });
    await test.call(groups.updateGroup, { params: { name: 'blue' }, body: { members: [] } });
    expect(await actor(blue.accessToken)).toMatchObject({ groups: [] });
    await test.call(groups.updateGroup, { params: { name: 'blue' }, body: { members: ['ann'] } });
  });
  it('never gives more than its maker may', async () => {
    await expect(create({ userName: 'bob' }, as('ann'))).rejects.toMatchObject({ status: 403 });
    await expect(create({ scope: 'applied-permissions/admin' }, as('ann'))).rejects.toMatchObject({ status: 403 });
    await expect(create({ scope: 'applied-permissions/groups:red' }, as('ann'))).rejects.toMatchObject({ status: 403 });
    await expect(create({ expiresIn: 0 }, as('ann'))).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [expect.objectContaining({ path: 'expiresIn' })],
    });
    for (const scope of ['nonsense', 'applied-permissions/roles:p:Developer', 'applied-permissions/user nonsense', 'artifact:x:q'])
      await expect(create({ scope })).rejects.toMatchObject({ code: 'invalid_input' });
    const narrow = (await create({ scope: 'artifact:libs:r' })).accessToken;
    await expect(create({}, { as: { token: narrow } })).rejects.toMatchObject({ status: 403 });
    const blue = (await create({ scope: 'applied-permissions/groups:blue', expiresIn: 600 }, as('ann'))).accessToken;
    await expect(create({ scope: 'applied-permissions/user' }, { as: { token: blue } })).rejects.toMatchObject({ status: 403 });
    const child = await create({ expiresIn: 86_400 }, { as: { token: blue } });
    expect(child).toMatchObject({ scope: 'applied-permissions/groups:blue' });
    expect(Date.parse(child.expiresAt!) - Date.now()).toBeLessThanOrEqual(600_000);
  });
  it('that ends makes none that could be refreshed past its end', async () => {
    for (const [user, lasts] of [
      ['ann', { expiresIn: 600 }],
      ['admin', { expiresIn: 600, scope: 'applied-permissions/admin' }],
    ] as const) {
      const parent = await create(lasts, user === 'ann' ? as('ann') : {});
      const child = await create({ refreshable: true }, { as: { token: parent.accessToken } });
      expect(child.refreshToken ?? null).toBeNull();
      const { items } = await test.call(tokens.listTokens, { query: {} }, { as: { token: child.accessToken } });
      expect(items.find(({ id }) => id === child.id)).toMatchObject({ refreshable: false });
    }
    const endless = await create({ userName: 'ann', expiresIn: 0 });
    expect(await create({ refreshable: true }, { as: { token: endless.accessToken } })).toMatchObject({ refreshToken: expect.any(String) });
  });
  it('of an administrator loses its power with its user', async () => {
    await test.call(users.createUser, { body: { name: 'chief', password, administrator: true } });
    const { accessToken } = await create({ scope: 'applied-permissions/admin' }, as('chief'));
    await expect(test.call(users.listUsers, { query: {} }, { as: { token: accessToken } })).resolves.toBeDefined();
    await test.call(users.updateUser, { params: { name: 'chief' }, body: { administrator: false } });
    expect((await who({ authorization: `Bearer ${accessToken}` })).status).toBe(401);
  });
  it('can stand for nobody but groups', async () => {
    const { accessToken } = await create({ userName: 'ci-job-17', scope: 'applied-permissions/groups:readers' });
    expect(await actor(accessToken)).toMatchObject({ name: 'ci-job-17', groups: ['readers'], administrator: false });
    await expect(create({ userName: 'ci-job-18' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('lists of tokens', () => {
  it('show one’s own, everybody’s to administrators, and never a secret', async () => {
    const mine = await create({ description: 'laptop', includeReferenceToken: true, refreshable: true }, as('bob'));
    const own = await test.call(tokens.listTokens, { query: {} }, as('bob'));
    expect(own.items).toMatchObject([{ id: mine.id, userName: 'bob', description: 'laptop', hasReferenceToken: true, refreshable: true }]);
    for (const secret of [mine.accessToken, mine.referenceToken!, mine.refreshToken!]) expect(JSON.stringify(own)).not.toContain(secret);
    await expect(test.call(tokens.listTokens, { query: { user: 'ann' } }, as('bob'))).rejects.toMatchObject({ status: 403 });
    const all = await test.call(tokens.listTokens, { query: { limit: 500 } });
    expect(new Set(all.items.map(({ userName }) => userName)).size).toBeGreaterThan(2);
    await expect(test.call(tokens.revokeToken, { params: { id: mine.id } }, as('ann'))).rejects.toMatchObject({ code: 'token_not_found' });
    await test.call(tokens.revokeToken, { params: { id: mine.id } });
    await expect(test.call(tokens.revokeToken, { params: { id: mine.id } })).rejects.toMatchObject({ code: 'token_not_found' });
  });
  it('go on where the page before ended', async () => {
    await Promise.all(Array.from({ length: 7 }, (_, index) => create({ userName: 'bob', description: `paged ${index}` })));
    const ids: string[] = [];
    let after: string | undefined;
    do {
      const page = await test.call(tokens.listTokens, { query: { search: 'paged', limit: 3, ...(after ? { after } : {}) } });
      ids.push(...page.items.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after);
    expect(new Set(ids).size).toBe(7);
    expect(ids).toHaveLength(7);
  });
});

describe('short tokens', () => {
  const whole: Actor = { kind: 'user', name: 'ann', administrator: false, groups: [], grants: [], realm: 'internal', via: 'password' };
  const grant = (name: string) => ({
    permission: 'container token',
    resourceType: 'repository' as const,
    names: [name],
    include: [],
    exclude: [],
    actions: ['read' as const],
    through: 'token',
  });
  const short = (from: Actor, scope?: ReturnType<typeof grant>[], seconds = 60) => test.platform.identity.issueShortToken(from, scope, seconds);

  it('stand for the actor, narrowed, and end soon', async () => {
    const found = await actor(await short(whole, [grant('libs')]));
    expect(found).toMatchObject({ name: 'ann', via: 'token', groups: ['blue', 'readers'] });
    expect(isAllowed(found, 'read', { type: 'repository', name: 'libs' })).toBe(true);
    expect(isAllowed(found, 'read', { type: 'repository', name: 'other' })).toBe(false);
    const brief = await short(whole, undefined, 1);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(await test.platform.identity.actorByToken(brief)).toBeUndefined();
  });
  it('stay within the token that they came from and die with it', async () => {
    const parent = await create({ scope: 'artifact:libs/a/**:r' }, as('ann'));
    const child = await short(await actor(parent.accessToken), [grant('ANY')]);
    const found = await actor(child);
    expect(isAllowed(found, 'read', { type: 'repository', name: 'libs', path: 'a/x' })).toBe(true);
    expect(isAllowed(found, 'read', { type: 'repository', name: 'libs', path: 'b/x' })).toBe(false);
    expect(isAllowed(found, 'read', { type: 'repository', name: 'other', path: 'a/x' })).toBe(false);
    const grandchild = await short(found, [grant('libs')]);
    expect(isAllowed(await actor(grandchild), 'read', { type: 'repository', name: 'libs', path: 'b/x' })).toBe(false);
    await test.call(tokens.revokeToken, { params: { id: parent.id } });
    for (const token of [child, grandchild]) expect(await test.platform.identity.actorByToken(token)).toBeUndefined();
  });
  it('cannot be turned into lasting ones when they are narrowed', async () => {
    const narrowed = await actor(await short(whole, [grant('libs')]));
    await expect(test.platform.identity.issueAccessToken(narrowed, { description: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('the profile', () => {
  it('AUTH-077 ONB-054 makes an identity token, with a reference token only when asked', async () => {
    const call = (name: string, body: object) => test.call(profile.userIdentifyToken, { params: { name }, body }, as('ann'));
    const plain = await call('ann', { expiresIn: 3600 });
    expect(plain).toMatchObject({ expires_in: 3600, token_type: 'Bearer', scope: 'applied-permissions/user' });
    expect(plain.reference_token).toBeUndefined();
    const { reference_token } = await call('Ann', { description: 'wizard', includeReferenceToken: true });
    expect(await who({ authorization: `Bearer ${reference_token}` })).toEqual({ status: 200, name: 'ann' });
    await expect(call('bob', {})).rejects.toMatchObject({ status: 403 });
  });
  it('AUTH-078 opens with the password and tells nothing secret without', async () => {
    await expect(test.call(profile.userProfile, { body: { password: 'wrong' } }, as('ann'))).rejects.toMatchObject({ status: 401 });
    const { apiKey } = await test.call(
      profile.createApiKey,
      { params: { name: 'ann' } },
      { ...as('ann'), headers: { 'x-reauthentication': basic('ann', password).authorization } },
    );
    expect(await test.call(profile.userProfile, { body: { password } }, as('ann'))).toMatchObject({ name: 'ann', realm: 'internal', apiKey });
    expect(await test.call(profile.userProfile, { body: {} }, as('ann'))).toMatchObject({ name: 'ann', realm: 'internal', apiKey: null });
    await test.call(profile.revokeApiKey, { params: { name: 'ann' } });
  });
  it('AUTH-081 shows the API key after the password was given again', async () => {
    const again = (secret: string) => ({ ...as('ann'), headers: { 'x-reauthentication': basic('ann', secret).authorization } });
    const { apiKey } = await test.call(profile.createApiKey, { params: { name: 'ann' } }, again(password));
    expect(apiKey).toMatch(/^AKCp8/);
    expect(await test.call(profile.readApiKey, { params: { name: 'ann' } }, again(password))).toEqual({ apiKey });
    for (const options of [again('wrong'), as('ann')])
      await expect(test.call(profile.readApiKey, { params: { name: 'ann' } }, options)).rejects.toMatchObject({ status: 401 });
    await expect(test.call(profile.readApiKey, { params: { name: 'ann' } })).rejects.toMatchObject({ status: 403 });
    for (const headers of [{ 'x-jfrog-art-api': apiKey! }, basic('ann', apiKey!)]) expect(await who(headers)).toEqual({ status: 200, name: 'ann' });
    expect(await test.call(profile.userProfile, { body: { password } }, as('ann'))).toMatchObject({ apiKey });
    await test.call(profile.revokeApiKey, { params: { name: 'ann' } });
    expect((await who({ 'x-jfrog-art-api': apiKey! })).status).toBe(401);
  });
  it('shows and makes no API key to a token, and lets a narrowed one change nothing, though its user has no password to prove', async () => {
    const params = { name: 'outside' };
    await test.call(users.createUser, { body: { name: 'outside', password } });
    const again = { 'x-reauthentication': basic('outside', password).authorization };
    const { apiKey } = await test.call(profile.createApiKey, { params }, { ...as('outside'), headers: again });
    await test.call(users.updateUser, { params, body: { passwordEnabled: false } });
    for (const wish of [{ expiresIn: 600 }, { scope: 'applied-permissions/groups:readers' }, { scope: 'artifact:libs:r' }]) {
      const options = { as: { token: (await create({ userName: 'outside', ...wish })).accessToken } };
      expect(await test.call(profile.userProfile, { body: { password: 'any' } }, options)).toMatchObject({ name: 'outside', apiKey: null });
      for (const route of [profile.readApiKey, profile.createApiKey])
        await expect(test.call(route, { params }, options)).rejects.toMatchObject({ code: 'forbidden' });
    }
    const change = { password: '', email: 'outside@example.org' };
    for (const scope of ['applied-permissions/groups:readers', 'artifact:libs:r']) {
      const options = { as: { token: (await create({ userName: 'outside', scope })).accessToken } };
      await expect(test.call(profile.updateUserProfile, { body: change }, options)).rejects.toMatchObject({ code: 'forbidden' });
    }
    const whole = { as: { token: (await create({ userName: 'outside' })).accessToken } };
    expect(await test.call(profile.updateUserProfile, { body: change }, whole)).toMatchObject({ email: 'outside@example.org', apiKey: null });
    expect(await who({ 'x-jfrog-art-api': apiKey! })).toEqual({ status: 200, name: 'outside' });
  });
  it('AUTH-066 verifies a token', async () => {
    const { accessToken, id } = await create({ expiresIn: 600 }, as('ann'));
    const verify = () => test.call(verifyToken, { body: { token: accessToken } }, { as: 'anonymous' });
    expect(await verify()).toMatchObject({ userName: 'ann', expiresAt: expect.any(String), invitation: false });
    await test.call(tokens.revokeToken, { params: { id } });
    await expect(verify()).rejects.toMatchObject({ status: 401 });
  });
  it('lets nobody in on broken credentials', async () => {
    for (const authorization of ['Basic', 'Basic !!!', 'Basic bm9jb2xvbg==', 'Digest username="x"', 'Bearer', 'Bearer a b'])
      expect((await who({ authorization })).status).toBe(401);
    await expect(test.call(currentUser, {}, { as: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
