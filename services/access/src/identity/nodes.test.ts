import { createGroup, updateGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createToken, revokeToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { changePassword, currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessService } from '../service.ts';

let one: TestPlatform;
let two: TestPlatform;
const password = 'Secret-pass-1';

beforeAll(async () => {
  one = await startTestPlatform({ services: [accessService], jobs: false });
  two = await startTestPlatform({ services: [accessService], jobs: false, joins: one });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const onTwo = (as: Caller) => two.call(currentUser, {}, { as });
const soon = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

describe('two nodes', () => {
  it('made one administrator and one signing key between them', async () => {
    const { accessToken } = await one.call(createToken, { body: {} });
    expect(await onTwo({ token: accessToken })).toMatchObject({ name: 'admin', administrator: true });
  });
  it('forget a password that was changed on the other', async () => {
    await one.call(createUser, { body: { name: 'ann', password } });
    expect(await onTwo({ user: 'ann', password })).toMatchObject({ name: 'ann' });
    await one.call(changePassword, { body: { userName: 'ann', oldPassword: password, newPassword: 'Other-pass-2' } }, { as: 'anonymous' });
    await soon(() => expect(onTwo({ user: 'ann', password })).rejects.toMatchObject({ code: 'bad_credentials' }));
    expect(await onTwo({ user: 'ann', password: 'Other-pass-2' })).toMatchObject({ name: 'ann' });
  });
  it('forget a token that was revoked on the other', async () => {
    const { accessToken, referenceToken, id } = await one.call(createToken, { body: { includeReferenceToken: true } });
    for (const token of [accessToken, referenceToken!]) expect(await onTwo({ token })).toMatchObject({ name: 'admin' });
    await one.call(revokeToken, { params: { id } });
    for (const token of [accessToken, referenceToken!]) await soon(() => expect(onTwo({ token })).rejects.toMatchObject({ status: 401 }));
  });
  it('forget memberships and disabled users', async () => {
    await one.call(createUser, { body: { name: 'bob', password } });
    await one.call(createGroup, { body: { name: 'ops', administrator: true, members: ['bob'] } });
    expect(await onTwo({ user: 'bob', password })).toMatchObject({ administrator: true });
    await one.call(updateGroup, { params: { name: 'ops' }, body: { members: [] } });
    await soon(async () => expect(await onTwo({ user: 'bob', password })).toMatchObject({ administrator: false }));
    await one.call(updateUser, { params: { name: 'bob' }, body: { status: 'disabled' } });
    await soon(() => expect(onTwo({ user: 'bob', password })).rejects.toMatchObject({ status: 401 }));
  });
});
