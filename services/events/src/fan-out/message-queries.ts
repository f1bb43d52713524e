import { type Insertable, sql } from 'kysely';
import type { Db, MessageTable } from '../schema.ts';

const most = 500;

/** Queues messages; those that are there already stay as they are. Answers how many are new. */
export async function insertMessages(db: Db, messages: readonly Insertable<MessageTable>[]): Promise<number> {
  let count = 0;
  for (let start = 0; start < messages.length; start += most) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('message')
      .values(messages.slice(start, start + most))
      .onConflict((conflict) => conflict.columns(['subscription', 'event_id', 'part', 'happened_at']).doNothing())
      .executeTakeFirst();
    count += Number(numInsertedOrUpdatedRows ?? 0);
  }
  return count;
}

/** Changes whenever a webhook is made, changed or deleted. */
export async function selectRevision(db: Db): Promise<string> {
  const { rows } = await sql<{ revision: string }>`select count(*) || ' ' || coalesce(sum(revision), 0) as revision from subscription`.execute(db);
  return rows[0]!.revision;
}
