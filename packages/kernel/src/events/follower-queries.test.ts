import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyTransaction } from '../database/database.ts';
import { openDatabase } from '../database/database.ts';
import type { Place } from './follower-place.ts';
import { selectBehind } from './follower-queries.ts';

let home: TestPlatform;
let db: Kysely<unknown>;
let last: number;
beforeAll(async () => {
  home = await startTestPlatform({ services: [], jobs: false });
  db = openDatabase(home.databaseUrl, 'public', { connections: 1 });
  await sql`insert into kernel.event (type, subject) select 'kept', 'libs/' || number from generate_series(1, 30000) as number`.execute(db);
  await sql`analyze kernel.event`.execute(db);
  last = (await sql<{ last: number }>`select max(id) as last from kernel.event`.execute(db)).rows[0]!.last;
});
afterAll(async () => {
  await db.destroy();
  await home.stop();
});

/** Rows of the table that the transaction has read so far by going through all of it. */
async function countReadThrough(transaction: AnyTransaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`select seq_tup_read::int as count from pg_stat_xact_all_tables where relid = 'kernel.event'::regclass`.execute(
    transaction,
  );
  return rows[0]!.count;
}

const look = (place: Place) =>
  db.transaction().execute(async (transaction) => {
    const rows = await selectBehind(transaction, place, { types: ['kept'], limit: 500 });
    return { ids: rows.map(({ id }) => id), readThrough: await countReadThrough(transaction) };
  });

it('reads what is behind a place and in its gaps, and of all that is kept besides nothing', async () => {
  expect(await look({ id: last - 2, gaps: [] })).toEqual({ ids: [last - 1, last], readThrough: 0 });
  expect(await look({ id: last, gaps: [{ from: last - 20, to: last - 19, until: '1' }] })).toEqual({ ids: [last - 20, last - 19], readThrough: 0 });
  expect(await look({ id: last, gaps: [] })).toEqual({ ids: [null], readThrough: 0 });
});
