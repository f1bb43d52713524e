import { createGroup, updateGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createUser, deleteUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { backUp, cutOff, findDifferences, type Member, mesh, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 20_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';

let members: [Member, Member, Member];
const databases = new Map<Member, Kysely<AccessSchema>>();

beforeAll(async () => {
  members = (await startMembers(3)) as typeof members;
  for (const one of members) databases.set(one, openDatabase<AccessSchema>(one.databaseUrl, 'access', { connections: 2 }));
  await mesh(members, { adopt: true });
});
afterAll(async () => {
  await Promise.all([...databases.values()].map((one) => one.destroy()));
  await Promise.all(members.map((one) => one.stop()));
});

const read = (at: Member, name: string) => at.call(readUser, { params: { name } }).catch(() => undefined);
const change = (at: Member, name: string, body: object) => at.call(updateUser, { params: { name }, body });
const readLinks = (one: Member) => one.peers.federation!.links();

const cut = (member: Member, on: boolean) => cutOff(databases, member, on);

describe('A mesh', () => {
  it('FED-007 tells every member what was changed at any', async () => {
    const [a, b, c] = members;
    await a.call(createUser, { body: { name: 'ann', password, email: 'ann@example.test' } });
    await expect.poll(() => read(c, 'ann'), patience).toMatchObject({ email: 'ann@example.test' });
    await expect.poll(() => read(b, 'ann'), patience).toMatchObject({ email: 'ann@example.test' });
    await c.call(createGroup, { body: { name: 'makers', members: ['ann'] } });
    await change(b, 'ann', { email: 'second@example.test' });
    for (const one of members)
      await expect.poll(() => read(one, 'ann'), patience).toMatchObject({ email: 'second@example.test', groups: ['makers', 'readers'] });
  });

  it('keeps a deletion and a disabling, though others changed the user apart from it, and shows what was lost', async () => {
    const [a, b, c] = members;
    for (const name of ['gone', 'held', 'both']) await a.call(createUser, { body: { name, password, email: 'first@example.test' } });
    for (const one of [b, c]) await expect.poll(() => read(one, 'both'), patience).toBeDefined();
    await cut(c, true);
    await change(c, 'gone', { email: 'late@example.test' });
    await change(c, 'held', { email: 'late@example.test' });
    await change(c, 'both', { email: 'of-c@example.test' });
    await a.call(deleteUser, { params: { name: 'gone' } });
    await change(a, 'held', { status: 'disabled' });
    await change(a, 'both', { email: 'of-a@example.test' });
    await expect.poll(() => read(b, 'gone'), patience).toBeUndefined();
    await cut(c, false);
    for (const one of members) {
      await expect.poll(() => read(one, 'gone'), patience).toBeUndefined();
      await expect.poll(() => read(one, 'held'), patience).toMatchObject({ status: 'disabled', email: 'late@example.test' });
      await expect.poll(() => read(one, 'both'), patience).toMatchObject({ email: 'of-a@example.test' });
    }
    const conflicts = () => c.peers.federation!.conflicts();
    await expect
      .poll(conflicts, patience)
      .toMatchObject([{ kind: 'user', name: 'both', register: 'profile', lost: { email: 'of-c@example.test' }, kept: { email: 'of-a@example.test' } }]);
    const [conflict] = await conflicts();
    await c.peers.federation!.restore(conflict!.id, by);
    for (const one of members) await expect.poll(() => read(one, 'both'), patience).toMatchObject({ email: 'of-c@example.test' });
    expect(await conflicts()).toEqual([]);
  });

  it('settles who is meant when two members make a user of one name at the same time', async () => {
    const [a, b] = members;
    await cut(b, true);
    await a.call(createUser, { body: { name: 'twin', password, email: 'of-a@example.test' } });
    await b.call(createUser, { body: { name: 'twin', password, email: 'of-b@example.test' } });
    await cut(b, false);
    const emails = () => Promise.all(members.map(async (one) => (await read(one, 'twin'))?.email));
    await expect.poll(async () => new Set(await emails()).size, patience).toBe(1);
    await a.call(updateGroup, { params: { name: 'makers' }, body: { members: ['ann', 'twin'] } });
    await expect.poll(async () => (await read(b, 'twin'))?.groups, patience).toContain('makers');
    await change(b, 'twin', { email: 'one@example.test' });
    await expect.poll(emails, patience).toEqual(['one@example.test', 'one@example.test', 'one@example.test']);
  });

  it('gives a member that was restored from a backup back what it lost, under a new incarnation', async () => {
    const [a, b, c] = members;
    const db = databases.get(a)!;
    const restore = await backUp(db);
    await a.call(createUser, { body: { name: 'after-backup', password } });
    await change(a, 'ann', { email: 'after@example.test' });
    for (const one of [b, c]) await expect.poll(() => read(one, 'ann'), patience).toMatchObject({ email: 'after@example.test' });
    await restore();
    const incarnation = async () => (await db.selectFrom('federation_state').select('incarnation').executeTakeFirstOrThrow()).incarnation;
    const before = await incarnation();
    await a.call(createUser, { body: { name: 'new-life', password } });
    await expect.poll(() => read(a, 'after-backup'), patience).toBeDefined();
    expect(await incarnation()).not.toBe(before);
    for (const one of members) {
      await expect.poll(() => read(one, 'new-life'), patience).toBeDefined();
      await expect.poll(() => read(one, 'ann'), patience).toMatchObject({ email: 'after@example.test' });
    }
  });

  it('holds the same registers everywhere in the end', async () => {
    const unfinished = async () =>
      (await Promise.all(members.map(readLinks))).flat().filter(({ direction, state, behind }) => direction === 'out' && (state !== 'live' || behind > 0));
    await expect.poll(unfinished, patience).toEqual([]);
    // What was changed last may not have been noted yet when nothing is behind.
    await expect.poll(() => findDifferences(databases), patience).toEqual([]);
  });
});
