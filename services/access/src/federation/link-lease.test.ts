import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { type Member, star, startMembers } from './federation-test-platforms.ts';
import { holdLink } from './link-lease.ts';
import { claimLinks } from './link-queries.ts';

const patience = { timeout: 60_000, interval: 50 };

let members: [Member, Member];
let db: Kysely<AccessSchema>;
beforeAll(async () => {
  // No pump of theirs claims anything.
  members = (await startMembers(2, { jobs: false })) as typeof members;
  db = openDatabase<AccessSchema>(members[0].databaseUrl, 'access', { connections: 2 });
  await star(members[0], [members[1]]);
});
afterAll(async () => {
  await db.destroy();
  await Promise.all(members.map((one) => one.stop()));
});

const readLease = async () => (await db.selectFrom('federation_link').select('lease_until').executeTakeFirstOrThrow()).lease_until;

it('keeps a link for as long as something is done with it, and leaves it to others at once when that is cut off', async () => {
  const [link] = await claimLinks(db, 1);
  const first = await readLease();
  const work = Promise.withResolvers<void>();
  const holding = holdLink(db, link!.id, () => work.promise);
  await vi.waitUntil(async () => (await readLease())! > first!, patience);
  expect(await claimLinks(db, 1)).toEqual([]);
  work.reject(new Error('cut off'));
  await expect(holding).rejects.toThrow('cut off');
  expect(await readLease()).toBeNull();
  expect((await claimLinks(db, 1)).map(({ id }) => id)).toEqual([link!.id]);
});

it('leaves what a process that was killed had under way to others within seconds, not minutes', async () => {
  await sql`update federation_link set lease_until = null`.execute(db);
  await claimLinks(db, 1);
  const { rows } = await sql`select 1 from federation_link where lease_until < now() + interval '30 seconds'`.execute(db);
  expect(rows).toHaveLength(1);
});
