import { createGroup, listGroups, updateGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createUser, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { findDifferences, type Member, mesh, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 60_000, interval: 50 };

let members: [Member, Member];
const databases = new Map<Member, Kysely<AccessSchema>>();
beforeAll(async () => {
  members = (await startMembers(2)) as typeof members;
  for (const one of members) databases.set(one, openDatabase<AccessSchema>(one.databaseUrl, 'access', { connections: 2 }));
  await mesh(members, { adopt: true });
});
afterAll(async () => {
  await Promise.all([...databases.values()].map((one) => one.destroy()));
  await Promise.all(members.map((one) => one.stop()));
});

const readMail = (at: Member) =>
  at.call(readUser, { params: { name: 'ann' } }).then(
    ({ email }) => email,
    () => undefined,
  );

it('a change that is committed while a group of the user arrives from elsewhere is not lost under it', async () => {
  const [a, b] = members;
  await a.call(createUser, { body: { name: 'ann', password: 'Secret-pass-1', email: 'first@example.test' } });
  // A group of one name at both would stand for two, and its members not be looked at again.
  await a.call(createGroup, { body: { name: 'makers', members: ['ann'] } });
  await expect.poll(async () => (await b.call(listGroups, {})).items.map(({ name }) => name), patience).toContain('makers');
  await expect.poll(() => findDifferences(databases), patience).toEqual([]);
  const db = databases.get(a)!;
  const [changed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changing = db.transaction().execute(async (transaction) => {
    await transaction.updateTable('user').set({ email: 'second@example.test' }).where('name', '=', 'ann').execute();
    changed.resolve();
    await released.promise;
  });
  await changed.promise;
  // Whoever is in a group is looked at again when it arrives.
  await b.call(updateGroup, { params: { name: 'makers' }, body: { description: 'Everybody' } });
  const isSomebodyWaiting = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows.length > 0;
  await expect.poll(isSomebodyWaiting, patience).toBe(true);
  released.resolve();
  await changing;
  await expect.poll(() => readMail(b), patience).toBe('second@example.test');
  expect(await readMail(a)).toBe('second@example.test');
});
