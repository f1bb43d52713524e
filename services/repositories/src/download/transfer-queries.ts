import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface MovedBytes {
  received: number;
  sent: number;
}

export interface TransferState extends MovedBytes {
  limitMegabytes: number;
}

/** `month` is its first day. */
export async function selectTransfer(db: Db, month: string): Promise<TransferState> {
  const { rows } = await sql<TransferState>`
    select megabytes as "limitMegabytes", coalesce(received, 0) as received, coalesce(sent, 0) as sent
    from transfer_limit left join transfer_month on month = ${month}::date`.execute(db);
  return rows[0]!;
}

/** Adds to the month, and says how it stands for all processes then. */
export async function addTransfer(db: Db, month: string, { received, sent }: MovedBytes): Promise<TransferState> {
  const { rows } = await sql<TransferState>`
    with added as (
      insert into transfer_month (month, received, sent) values (${month}::date, ${received}, ${sent})
      on conflict (month) do update set received = transfer_month.received + excluded.received, sent = transfer_month.sent + excluded.sent
      returning received, sent)
    select added.received, added.sent, megabytes as "limitMegabytes" from added, transfer_limit`.execute(db);
  return rows[0]!;
}

/** The limit as it was; nobody else changes it until the transaction ends. */
export async function replaceTransferLimit(tx: Db, megabytes: number): Promise<number> {
  const before = await tx.selectFrom('transfer_limit').select('megabytes').forUpdate().executeTakeFirstOrThrow();
  await tx.updateTable('transfer_limit').set({ megabytes }).execute();
  return before.megabytes;
}
