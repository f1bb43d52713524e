import { type Kysely, sql } from 'kysely';

/** Which order about a bundle is the later, for the sender to say and for the target to remember. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run add column ordered_at bigint;
    update run set ordered_at = extract(epoch from created_at) * 1000000;
    alter table run alter column ordered_at set not null;
    create table received_order (
      manifest_sha256 text primary key,
      sent bigint not null default 0,
      recalled bigint not null default 0,
      at timestamptz not null default now()
    );
    create index received_order_at on received_order (at);
  `.execute(db);
}
