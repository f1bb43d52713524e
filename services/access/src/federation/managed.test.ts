import { keepManagedEntries, listManagedEntries } from '@packhouse/contract/access/access-managed-routes.ts';
import { createUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { type Member, star, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 30_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';

it('what a version before took for copies of a star is listed, and is this deployment’s own again once somebody says so: nobody is disabled with the star', async () => {
  const [source, target] = (await startMembers(2)) as [Member, Member];
  const [from, to] = [source, target].map((one) => openDatabase<AccessSchema>(one.databaseUrl, 'access', { connections: 1 })) as [Database, Database];
  onTestFinished(async () => {
    await Promise.all([from, to].map((db) => db.destroy()));
    await Promise.all([source, target].map((one) => one.stop()));
  });
  const create = (at: Member, name: string) => at.call(createUser, { body: { name, password } });
  const read = (name: string) => target.call(readUser, { params: { name } }).catch(() => undefined);
  const change = (at: Member, name: string, body: object) => at.call(updateUser, { params: { name }, body });
  await Promise.all([create(source, 'ann'), create(source, 'cid'), create(target, 'cid')]);
  // Both were members of a mesh once, so that they call the user by one uid.
  const { uid } = await from.selectFrom('user').select('uid').where('name', '=', 'cid').executeTakeFirstOrThrow();
  await to.updateTable('user').set({ uid }).where('name', '=', 'cid').execute();
  const part = await star(source, [target]);
  await expect.poll(() => read('ann'), patience).toBeDefined();
  await expect.poll(async () => (await source.peers.federation!.links())[0], patience).toMatchObject({ state: 'live', behind: 0 });
  // As versions before left it.
  await sql`insert into federation_copy (kind, uid, link, generation) select 'user', ${uid}, id, generation from federation_link`.execute(to);
  await change(source, 'cid', { email: 'theirs@example.test' });
  await expect.poll(() => read('cid'), patience).toMatchObject({ email: 'theirs@example.test', managedBy: {} });

  const asked = { params: { id: source.id } };
  const first = await target.call(listManagedEntries, { ...asked, query: { limit: 1 } });
  expect(first).toMatchObject({ items: [{ kind: 'user', name: 'cid', madeHere: true }] });
  const all = [...first.items];
  for (let { next } = first; next !== null; ) {
    const page = await target.call(listManagedEntries, { ...asked, query: { limit: 1, after: next } });
    all.push(...page.items);
    ({ next } = page);
  }
  expect(all.filter(({ kind }) => kind === 'user')).toEqual([
    { kind: 'user', name: 'cid', madeHere: true },
    { kind: 'user', name: 'ann', madeHere: false },
  ]);
  expect(all).toHaveLength(first.total);

  const entries = [{ kind: 'user' as const, name: 'cid' }];
  expect(await target.call(keepManagedEntries, { ...asked, body: { entries } })).toEqual({ kept: 1 });
  expect(await target.call(keepManagedEntries, { ...asked, body: { entries } })).toEqual({ kept: 0 });
  expect((await read('cid'))?.managedBy).toBeUndefined();
  await change(target, 'cid', { email: 'ours@example.test' });
  await change(source, 'cid', { status: 'disabled' });
  await change(source, 'ann', { email: 'last@example.test' });
  await expect.poll(() => read('ann'), patience).toMatchObject({ email: 'last@example.test' });
  await source.peers.federation!.broadcast(part.federation, by);
  await expect
    .poll(async () => (await source.peers.federation!.links())[0], patience)
    .toMatchObject({ state: 'live', refused: expect.arrayContaining([{ kind: 'user', name: 'cid', reason: 'name' }]) as unknown });
  await source.peers.federation!.apply({ ...part, targets: [], copies: 'disable' }, by);
  await expect.poll(() => read('ann'), patience).toMatchObject({ status: 'disabled' });
  expect(await read('cid')).toMatchObject({ status: 'enabled', email: 'ours@example.test' });
});

type Database = ReturnType<typeof openDatabase<AccessSchema>>;
