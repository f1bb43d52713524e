import { createGroup, readGroup, updateGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createPermission, listPermissions, readPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createToken, listTokens, revokeToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser, deleteUser, listUsers, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Member, star, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 20_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';

let source: Member;
let target: Member;
let part: Awaited<ReturnType<typeof star>>;

beforeAll(async () => {
  [source, target] = (await startMembers(2)) as [Member, Member];
  await source.call(createUser, { body: { name: 'ann', password, email: 'ann@example.test' } });
  await source.call(createGroup, { body: { name: 'makers', members: ['ann'] } });
  const section = {
    resourceType: 'repository',
    names: ['ANY'],
    users: [{ name: 'ann', actions: ['read'] }],
    groups: [{ name: 'makers', actions: ['deploy'] }],
  };
  await source.call(createPermission, { body: { name: 'making', sections: [section] } as never });
  part = await star(source, [target], { adopt: true });
});
afterAll(() => Promise.all([source, target].map((one) => one.stop())));

const at = (name: string) => target.call(readUser, { params: { name } });
const status = async (name: string) => (await at(name)).status;
const refused = async () => (await source.peers.federation!.links()).flatMap((link) => link.refused);

/** What a platform answers to a call with this token. */
async function answerTo(member: Member, token: string): Promise<number> {
  const { status: answered } = await fetch(`${member.baseUrl}${listTokens.url}`, { headers: member.headersOf({ token }) });
  return answered;
}

describe('A star', () => {
  it('FED-030 FED-007 brings what is created at the source to the target', async () => {
    await expect.poll(() => at('ann'), patience).toMatchObject({ email: 'ann@example.test', groups: ['makers', 'readers'] });
    await source.call(createUser, { body: { name: 'bob', password } });
    await expect.poll(() => at('bob').catch(() => undefined), patience).toMatchObject({ name: 'bob' });
    const read = () => target.call(readPermission, { params: { name: 'making' } });
    await expect
      .poll(async () => (await read()).sections[0], patience)
      .toMatchObject({
        users: [{ name: 'ann', actions: ['read'] }],
        groups: [{ name: 'makers', actions: ['deploy'] }],
      });
    await expect.poll(() => source.peers.federation!.links(), patience).toMatchObject([{ state: 'live', error: null, behind: 0 }]);
  });

  it('sends passwords, so that people sign in at the target, too', async () => {
    expect(await target.call(listTokens, { query: {} }, { as: { user: 'ann', password } })).toMatchObject({ items: [] });
  });

  it('disables at the target who is disabled at the source, and enables them again', async () => {
    await source.call(updateUser, { params: { name: 'ann' }, body: { status: 'disabled' } });
    await expect.poll(() => status('ann'), patience).toBe('disabled');
    await source.call(updateUser, { params: { name: 'ann' }, body: { status: 'enabled' } });
    await expect.poll(() => status('ann'), patience).toBe('enabled');
  });

  it('leaves changes to the source, and lets anybody be disabled here', async () => {
    const change = (body: object) => target.call(updateUser, { params: { name: 'ann' }, body });
    const managedBy = { name: (await source.peers.trust!.self()).name, url: source.baseUrl };
    const answer = await fetch(`${target.baseUrl}${updateUser.url.replace(':name', 'ann')}`, {
      method: updateUser.method,
      headers: { ...target.headersOf({ user: 'admin', password: target.adminPassword }), 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'other@example.test' }),
    });
    const refusal = {
      code: 'forbidden',
      reason: 'managed_elsewhere',
      values: { name: managedBy.name },
      message: `Managed by ${managedBy.name}: change it there`,
    };
    expect([answer.status, await answer.json()]).toEqual([403, { errors: [expect.objectContaining(refusal)] }]);
    expect(await at('ann')).toMatchObject({ managedBy });
    expect(await target.call(readGroup, { params: { name: 'makers' } })).toMatchObject({ managedBy });
    expect(await target.call(readPermission, { params: { name: 'making' } })).toMatchObject({ managedBy });
    expect((await source.call(readUser, { params: { name: 'ann' } })).managedBy).toBeUndefined();
    const { items } = await target.call(listUsers, { query: {} });
    expect(items.map(({ name, managedBy: manager }) => [name, manager]).toSorted()).toEqual([
      ['admin', undefined],
      ['ann', managedBy],
      ['bob', managedBy],
    ]);
    await expect(target.call(deleteUser, { params: { name: 'ann' } })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(target.call(updateGroup, { params: { name: 'makers' }, body: { description: 'ours' } })).rejects.toMatchObject({ code: 'forbidden' });
    await change({ status: 'disabled' });
    await source.call(updateUser, { params: { name: 'ann' }, body: { email: 'new@example.test' } });
    await expect.poll(() => at('ann'), patience).toMatchObject({ email: 'new@example.test', status: 'disabled' });
    expect(await source.call(readUser, { params: { name: 'ann' } })).toMatchObject({ status: 'enabled' });
    await change({ status: 'enabled' });
    expect(await status('ann')).toBe('enabled');
  });

  it('accepts the tokens of the source as soon as they are issued, and refuses what is revoked there', async () => {
    const { id, accessToken } = await source.call(createToken, { body: { userName: 'ann' } });
    expect(await answerTo(target, accessToken)).toBe(200);
    await source.call(revokeToken, { params: { id } });
    await expect.poll(() => answerTo(target, accessToken), patience).toBe(401);
    const other = await source.call(createToken, { body: { userName: 'admin' } });
    expect(await answerTo(target, other.accessToken)).toBe(401);
  });

  it('takes no administrators unless the target lets them come from there', async () => {
    await source.call(createUser, { body: { name: 'root', password, administrator: true } });
    await expect.poll(() => at('root').catch(() => undefined), patience).toMatchObject({ administrator: false });
    await expect.poll(refused, patience).toContainEqual({ kind: 'user', name: 'root', reason: 'administrator' });
  });

  it('takes names over that are the same but for their case, and waits with those of administrators', async () => {
    await target.call(createGroup, { body: { name: 'Testers', members: [] } });
    await target.call(createUser, { body: { name: 'boss', password, administrator: true } });
    await source.call(createGroup, { body: { name: 'TESTERS', members: ['bob'] } });
    await source.call(createUser, { body: { name: 'boss', password } });
    await expect.poll(async () => (await at('bob')).groups, patience).toContain('TESTERS');
    await expect.poll(refused, patience).toContainEqual({ kind: 'user', name: 'boss', reason: 'administrator' });
    expect(await at('boss')).toMatchObject({ administrator: true });
    // Who has the name is ours, and whoever waits for it gets it.
    await target.call(updateUser, { params: { name: 'boss' }, body: { email: 'ours@example.test' } });
    await target.call(deleteUser, { params: { name: 'boss' } });
    await expect.poll(() => at('boss').catch(() => undefined), patience).toMatchObject({ administrator: false, managedBy: {} });
    // As soon as the target says anything, the source knows that nobody waits any more.
    await source.call(updateGroup, { params: { name: 'TESTERS' }, body: { description: 'there' } });
    await expect.poll(refused, patience).not.toContainEqual({ kind: 'user', name: 'boss', reason: 'administrator' });
  });

  it('FED-013 sends the permissions that the filter lets through, takes back what it holds back, and sends what was skipped', async () => {
    const names = async () => (await target.call(listPermissions, { query: {} })).items.map(({ name }) => name);
    await source.call(createPermission, { body: { name: 'dev-one', sections: [] } });
    await expect.poll(names, patience).toContain('dev-one');
    await source.peers.federation!.apply({ ...part, include: ['ma*'], exclude: ['dev-*'] }, by);
    await expect.poll(names, patience).not.toContain('dev-one');
    expect(await names()).toContain('making');
    await source.call(createPermission, { body: { name: 'dev-two', sections: [] } });
    await source.peers.federation!.apply(part, by);
    await expect.poll(names, patience).toEqual(expect.arrayContaining(['dev-one', 'dev-two', 'making']));
  });

  it('deletes at the target what is deleted at the source; somebody of that name who comes later is somebody else', async () => {
    const { accessToken } = await source.call(createToken, { body: { userName: 'bob' } });
    await expect.poll(() => answerTo(target, accessToken), patience).toBe(200);
    await source.call(deleteUser, { params: { name: 'bob' } });
    await source.call(createUser, { body: { name: 'bob', password, email: 'second@example.test' } });
    await expect.poll(() => at('bob').catch(() => undefined), patience).toMatchObject({ email: 'second@example.test' });
    expect(await answerTo(target, accessToken)).toBe(401);
  });

  it('ends, and deletes the copies where that is wanted', async () => {
    await source.peers.federation!.apply({ ...part, targets: [], copies: 'delete' }, by);
    await expect.poll(() => source.peers.federation!.links(), patience).toEqual([]);
    await expect(at('ann')).rejects.toMatchObject({ code: 'user_not_found' });
    expect(await at('admin')).toMatchObject({ administrator: true });
  });
});
