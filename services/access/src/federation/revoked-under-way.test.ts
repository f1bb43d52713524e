import { revokeTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { createUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { type Member, star, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 30_000, interval: 50 };
const password = 'Secret-pass-1';

it('a deployment that is revoked while a batch of it is under way brings nothing of it, and is told why', async () => {
  const [source, target] = (await startMembers(2)) as [Member, Member];
  const db = openDatabase<AccessSchema>(target.databaseUrl, 'access', { connections: 2 });
  onTestFinished(async () => {
    await db.destroy();
    await Promise.all([source, target].map((one) => one.stop()));
  });
  await source.call(createUser, { body: { name: 'ann', password, email: 'first@example.test' } });
  await star(source, [target]);
  const read = (name: string) => target.call(readUser, { params: { name } }).catch(() => undefined);
  await expect.poll(() => read('ann'), patience).toBeDefined();
  await expect.poll(async () => (await source.peers.federation!.links())[0], patience).toMatchObject({ state: 'live', behind: 0 });

  const isWaiting = async () =>
    (
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%federation_state for update%'`.execute(
        db,
      )
    ).rows.length;
  let revoking: Promise<unknown> | undefined;
  await db.transaction().execute(async (transaction) => {
    await sql`select 1 from federation_state for update`.execute(transaction);
    await source.call(updateUser, { params: { name: 'ann' }, body: { email: 'second@example.test' } });
    await source.call(createUser, { body: { name: 'ben', password } });
    // It has been let in, and waits for its turn.
    await expect.poll(isWaiting, patience).toBeGreaterThan(0);
    revoking = target.call(revokeTrustedDeployment, { params: { id: source.id } });
    await expect.poll(async () => await target.peers.trust!.find(source.id), patience).toBeUndefined();
  });
  await revoking;
  const told = async () => (await source.peers.federation!.links())[0]?.error?.reason;
  await expect.poll(told, patience).toMatch(/^(peer_trusts_us_not|not_trusted)$/);
  expect(await read('ann')).toMatchObject({ email: 'first@example.test' });
  expect(await read('ben')).toBeUndefined();
  expect(
    await db.selectFrom('federation_register').select('uid').where('register', '=', 'profile').where(sql<boolean>`value->>'name' = 'ben'`).execute(),
  ).toEqual([]);
});
