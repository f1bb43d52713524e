import { createUser, deleteUser, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { type Member, mesh, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 20_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';

it('a value that was lost cannot be put back to who has been deleted since, and is not offered any more', async () => {
  const [a, b] = (await startMembers(2)) as [Member, Member];
  const db = openDatabase<AccessSchema>(a.databaseUrl, 'access', { connections: 1 });
  onTestFinished(async () => {
    await db.destroy();
    await Promise.all([a, b].map((one) => one.stop()));
  });
  await mesh([a, b], { adopt: true });
  await a.call(createUser, { body: { name: 'gone', password } });
  await expect.poll(() => b.call(readUser, { params: { name: 'gone' } }).catch(() => undefined), patience).toBeDefined();
  // As two changes at the same time leave it.
  await sql`insert into federation_conflict (kind, uid, name, register, kept, lost, kept_origin, lost_origin)
    select kind, uid, 'gone', register, value, value || '{"email": "lost@example.test"}', origin, origin from federation_register where register = 'profile' and value->>'name' = 'gone'`.execute(
    db,
  );
  await sql`insert into federation_conflict (kind, uid, name, register, kept, lost, kept_origin, lost_origin)
    select kind, uid, 'gone', register, 'true', 'false', origin, origin from federation_register where starts_with(register, 'member/')
      and uid = (select uid from "user" where name = 'gone')`.execute(db);
  const conflicts = () => a.peers.federation!.conflicts();
  const all = await conflicts();
  expect(all.map(({ register }) => register)).toContain('member/readers');
  const conflict = all.find(({ register }) => register === 'profile');
  expect(conflict).toMatchObject({ name: 'gone', lost: { email: 'lost@example.test' } });
  await a.call(deleteUser, { params: { name: 'gone' } });
  await expect(a.peers.federation!.restore(conflict!.id, by)).rejects.toMatchObject({ reason: 'conflict_of_deleted', values: { name: 'gone' } });
  await expect.poll(conflicts, patience).toEqual([]);
  await expect.poll(() => b.call(readUser, { params: { name: 'gone' } }).catch(() => undefined), patience).toBeUndefined();
});
