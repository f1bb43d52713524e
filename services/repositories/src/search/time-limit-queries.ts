import { AppError } from '@packhouse/contract/errors.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** One statement of a query or a search in archives may take this long. */
export const secondsPerStatement = 60;

/** PostgreSQL stopped the statement for its time. */
export function asRefusal(error: unknown): unknown {
  if ((error as { code?: string }).code !== '57014') return error;
  return new AppError(queryWords.query_too_slow, { seconds: secondsPerStatement });
}

/** Runs statements that PostgreSQL stops when they take too long. @throws AppError `bad_request` then */
export async function withinTime<Result>(db: Db, run: (db: Db) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', ${`${secondsPerStatement}s`}, true)`.execute(transaction);
      return run(transaction);
    });
  } catch (error) {
    throw asRefusal(error);
  }
}
