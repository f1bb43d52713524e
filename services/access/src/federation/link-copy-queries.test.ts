import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { AccessSchema, Db } from '../schema.ts';
import { accessService } from '../service.ts';
import { selectManager } from './link-copy-queries.ts';

const count = 1000;
const link = '11111111-1111-4111-8111-111111111111';

/** As a first full sync leaves it: the database has looked at its tables when little was in them. */
async function fill(db: Db): Promise<void> {
  await sql`insert into peer (id, name, url, keys, purposes, accepts, allow_private, paired_by, knows_key, knows_url)
    values ('source', 'Source', 'https://source.test', '[]', '{federation}', '{}', false, 'admin', '', '')`.execute(db);
  await sql`insert into federation_link (id, federation, peer, peer_name, direction, mode, types) values (${link}, ${link}, 'source', 'Source', 'in', 'star', '{USERS}')`.execute(
    db,
  );
  for (const [from, to] of [
    [1, 3],
    [4, count],
  ]) {
    await sql`with made as (insert into "user" (name) select 'copy-' || number from generate_series(${from}::int, ${to}::int) number returning id, uid, name),
      copied as (insert into federation_copy (kind, uid, link, generation) select 'user', uid, ${link}, 1 from made)
      insert into federation_register (kind, uid, register, value, stamp, origin, number, replaced, signature, position)
      select 'user', uid, 'profile', jsonb_build_object('name', name), '1', 'source.1', id, '', '', id from made`.execute(db);
    if (from === 1) await sql`analyze "user", federation_copy, federation_register, federation_link`.execute(db);
  }
}

/** Rows that a transaction has read so far. */
async function countRead(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
    where schemaname = 'access'`.execute(db);
  return rows[0]!.count;
}

it('finds who manages a user without looking at each of many copies again and again', async () => {
  const platform = await startTestPlatform({ services: [accessService], jobs: false });
  const db = openDatabase<AccessSchema>(platform.databaseUrl, 'access', { connections: 1 });
  try {
    await fill(db);
    await db.transaction().execute(async (transaction) => {
      const before = await countRead(transaction);
      expect(await selectManager(transaction, 'user', 'Copy-500')).toMatchObject({ peer: 'source', peerName: 'Source' });
      expect(await selectManager(transaction, 'user', 'nobody')).toBeUndefined();
      // Each of the tables has it at one place.
      expect((await countRead(transaction)) - before).toBeLessThan(10);
    });
  } finally {
    await db.destroy();
    await platform.stop();
  }
});
