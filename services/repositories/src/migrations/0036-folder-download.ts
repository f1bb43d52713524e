import { type Kysely, sql } from 'kysely';

/** Whether folders can be downloaded, and how large they may be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table folder_download_setting (
      only_row boolean primary key default true check (only_row),
      enabled boolean not null default true,
      visitors boolean not null default true,
      most_files bigint not null default 0,
      most_megabytes bigint not null default 0
    );
    insert into folder_download_setting default values;`.execute(db);
}
