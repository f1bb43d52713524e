import { type Kysely, sql } from 'kysely';

/** Orders count for the name and version that the caller was allowed to give them for: a checksum alone is anybody's to name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from received_order;
    alter table received_order
      add column name text not null,
      add column version text not null,
      drop constraint received_order_pkey,
      add primary key (name, version, manifest_sha256);
  `.execute(db);
}
