import { createUser, deleteUser, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { type Member, mesh, startMembers } from './federation-test-platforms.ts';
import { forgetRegistersJob } from './forget-registers-job.ts';

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

const day = 86_400_000;

it('conflicts are read a page at a time, are solved wherever the lost value is written, and are forgotten some time after that', async () => {
  const [a, b] = (await startMembers(2)) as [Member, Member];
  const databases = [a, b].map((one) => openDatabase<AccessSchema>(one.databaseUrl, 'access', { connections: 1 }));
  onTestFinished(async () => {
    await Promise.all(databases.map((db) => db.destroy()));
    await Promise.all([a, b].map((one) => one.stop()));
  });
  await mesh([a, b], { adopt: true });
  await a.call(createUser, { body: { name: 'ann', password } });
  await expect.poll(() => b.call(readUser, { params: { name: 'ann' } }).catch(() => undefined), patience).toBeDefined();
  // As 450 changes at the same time leave them at both members, several at one moment.
  const note = (db: (typeof databases)[0]) =>
    sql`insert into federation_conflict (at, kind, uid, name, register, kept, lost, kept_origin, lost_origin)
      select date_trunc('milliseconds', now()) - make_interval(secs => step / 3), kind, uid, 'ann', register, value, value || jsonb_build_object('email', 'lost-' || step || '@example.test'), origin, origin
      from federation_register cross join generate_series(1, 450) as step where register = 'profile' and value->>'name' = 'ann'`.execute(db);
  await Promise.all(databases.map(note));
  const conflicts = a.peers.federation!.conflicts;
  const seen: number[] = [];
  for (let page = await conflicts({ limit: 100 }); page.length > 0; page = await conflicts({ limit: 100, before: page.at(-1)!.at, beforeId: page.at(-1)!.id }))
    seen.push(...page.map(({ id }) => id));
  expect(seen).toHaveLength(450);
  expect(new Set(seen).size).toBe(450);

  const [newest] = await conflicts();
  await a.peers.federation!.restore(newest!.id, by);
  const lost = (newest!.lost as { email: string }).email;
  await expect.poll(async () => (await b.call(readUser, { params: { name: 'ann' } })).email, patience).toBe(lost);
  const open = async (at: Member) => (await at.peers.federation!.conflicts({ limit: 500 })).map((one) => (one.lost as { email: string }).email);
  for (const one of [a, b]) {
    expect(await open(one)).toHaveLength(449);
    expect(await open(one)).not.toContain(lost);
  }

  const [db] = databases as [(typeof databases)[0]];
  const count = async () => Number((await sql<{ count: number }>`select count(*) as count from federation_conflict`.execute(db)).rows[0]!.count);
  const age = (days: number) => sql`update federation_conflict set at = ${new Date(Date.now() - days * day)}`.execute(db);
  const forget = () => forgetRegistersJob(db).run({}, new AbortController().signal);
  await age(29);
  await forget();
  expect(await count()).toBe(450);
  await age(31);
  await forget();
  expect(await count()).toBe(449);
  await age(181);
  await forget();
  expect(await count()).toBe(0);
});
