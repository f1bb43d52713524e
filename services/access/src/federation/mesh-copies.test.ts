import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createPermission, listPermissions, updatePermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createUser, listUsers, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Member, mesh, partFor, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 30_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';

let members: [Member, Member, Member];
let federation: string;

/** Three members with a user, a group and a permission each, who all have changed what another one made. */
async function begin(): Promise<void> {
  members = (await startMembers(3)) as typeof members;
  for (const [index, one] of members.entries()) {
    await one.call(createUser, { body: { name: `user-${index}`, password } });
    await one.call(createUser, { body: { name: 'both', password } });
    await one.call(createGroup, { body: { name: `group-${index}`, members: [`user-${index}`] } });
    await one.call(createPermission, { body: { name: `dev-${index}`, sections: [] } });
  }
  federation = await mesh(members, { adopt: true });
  await expect.poll(listAll, patience).toEqual(members.map(() => everything));
  for (const [index, one] of members.entries()) {
    const next = (index + 1) % 3;
    await one.call(updateUser, { params: { name: `user-${next}` }, body: { email: `of-${index}@example.test` } });
    await one.call(updatePermission, { params: { name: `dev-${next}` }, body: { description: `of ${index}`, sections: [] } });
  }
  const emails = (one: Member) => Promise.all([0, 1, 2].map(async (of) => (await one.call(readUser, { params: { name: `user-${of}` } })).email));
  await expect.poll(() => Promise.all(members.map(emails)), patience).toEqual(members.map(() => [2, 0, 1].map((of) => `of-${of}@example.test`)));
  await isSettled();
  // Everybody tells everybody everything: what is their own comes back to them.
  for (const one of members) await one.peers.federation!.broadcast(federation, by);
  await isSettled();
}
beforeEach(begin, 120_000);
afterEach(() => Promise.all(members.map((one) => one.stop())));

const everything = { users: ['admin', 'both', 'user-0', 'user-1', 'user-2'], permissions: ['dev-0', 'dev-1', 'dev-2'] };
const listUsersOf = async (one: Member) => (await one.call(listUsers, { query: {} })).items.map(({ name }) => name).toSorted();
const listPermissionsOf = async (one: Member) =>
  (await one.call(listPermissions, { query: {} })).items
    .map(({ name }) => name)
    .filter((name) => name.startsWith('dev-'))
    .toSorted();
const listAll = () => Promise.all(members.map(async (one) => ({ users: await listUsersOf(one), permissions: await listPermissionsOf(one) })));

const readLinks = async () => (await Promise.all(members.map((one) => one.peers.federation!.links()))).flat();
async function isSettled(): Promise<void> {
  const unfinished = async () => (await readLinks()).filter(({ direction, state, behind }) => direction === 'out' && (state !== 'live' || behind > 0));
  await expect.poll(unfinished, patience).toEqual([]);
}

/** Gives each member its part: nobody is sent anything where there are none to send it to. */
async function apply(change: Partial<Parameters<typeof partFor>[1]>, targets = members as readonly Member[]): Promise<void> {
  for (const one of members) {
    const others = targets.includes(one) ? targets.filter((other) => other !== one) : [];
    await one.peers.federation!.apply(partFor(others, { federation, mode: 'mesh', adopt: true, ...change }), by);
  }
}

describe('What is the own of a member of a mesh', () => {
  it('is there when the mesh has ended, though the copies were to be deleted', async () => {
    await apply({ copies: 'delete' }, []);
    await expect.poll(readLinks, patience).toEqual([]);
    for (const [index, one] of members.entries()) {
      await expect.poll(() => listUsersOf(one), patience).toEqual(['admin', 'both', `user-${index}`]);
      expect(await listPermissionsOf(one)).toEqual([`dev-${index}`]);
    }
  });

  it('is neither disabled with the copies, nor deleted where one member leaves', async () => {
    const [a, b] = members;
    await apply({ copies: 'disable' }, [a, b]);
    const unended = async () => (await readLinks()).filter(({ peer, state }) => state === 'ending' || peer === members[2].id);
    await expect.poll(unended, patience).toEqual([]);
    for (const [index, one] of members.entries())
      expect(await one.call(readUser, { params: { name: `user-${index}` } }), `user-${index}`).toMatchObject({ status: 'enabled' });
    expect(await members[2].call(readUser, { params: { name: 'user-0' } })).toMatchObject({ status: 'disabled' });
    await apply({ copies: 'delete' }, []);
    await expect.poll(readLinks, patience).toEqual([]);
    for (const [index, one] of members.entries()) expect(await listUsersOf(one)).toContain(`user-${index}`);
  });

  it('stays where a filter takes copies back, and where a kind is shared no more', async () => {
    await apply({ exclude: ['dev-0'] });
    const permissions = () => Promise.all(members.map(listPermissionsOf));
    await expect.poll(permissions, patience).toEqual([everything.permissions, ['dev-1', 'dev-2'], ['dev-1', 'dev-2']]);
    await isSettled();
    await apply({ types: ['GROUPS', 'PERMISSIONS'], copies: 'delete' });
    await expect.poll(() => Promise.all(members.map(listUsersOf)), patience).toEqual([0, 1, 2].map((index) => ['admin', 'both', `user-${index}`]));
    await isSettled();
    expect(await permissions()).toEqual([everything.permissions, everything.permissions, everything.permissions]);
  });
});
