import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';
import { asRefusal, secondsPerStatement } from './time-limit-queries.ts';

const batchSize = 1000;

/** A client that stops reading gives its connection back after this. */
const secondsOfPatience = 60;

/** Rows of one statement, in batches, all as they were at one moment. */
export async function* readRows<Row>(db: Db, statement: RawBuilder<unknown>): AsyncGenerator<{ rows: readonly Row[]; db: Db }> {
  const transaction = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    await sql`select set_config('statement_timeout', ${`${secondsPerStatement}s`}, true), set_config('cursor_tuple_fraction', '1', true),
      set_config('idle_in_transaction_session_timeout', ${`${secondsOfPatience}s`}, true)`.execute(transaction);
    await sql`declare found no scroll cursor for ${statement}`.execute(transaction);
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.raw(String(batchSize))} from found`.execute(transaction);
      if (rows.length > 0) yield { rows, db: transaction };
      if (rows.length < batchSize) return;
    }
  } catch (error) {
    throw asRefusal(error);
  } finally {
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}
