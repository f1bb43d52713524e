import { createEmptyDatabase } from '@packhouse/testkit/test-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from './database.ts';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

it('keeps statements prepared that come often, and only those whose columns stay as they are', async () => {
  const db = openDatabase<Record<string, never>>(database.url, 'public', { connections: 1 });
  try {
    for (let round = 0; round < 12; round++) {
      const { rows } = await sql<{ sum: number }>`select ${round}::int + 1 as sum`.execute(db);
      expect(rows).toEqual([{ sum: round + 1 }]);
    }
    await sql`select ${1}::int - 1 as rare`.execute(db);
    for (let round = 0; round < 12; round++) await sql`select count(*) as many from pg_am where oid = ${round}`.execute(db);
    for (let round = 0; round < 12; round++) await sql`select pg_am.*, oid from pg_am where oid = ${round}`.execute(db);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements order by prepare_time`.execute(db);
    expect(rows).toEqual([{ statement: 'select $1::int + 1 as sum' }, { statement: 'select count(*) as many from pg_am where oid = $1' }]);
  } finally {
    await db.destroy();
  }
});
