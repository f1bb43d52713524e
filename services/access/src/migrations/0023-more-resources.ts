import { type Kysely, sql } from 'kysely';

/** Permissions on targets of release bundles and on pipelines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table permission_section
      drop constraint permission_section_resource_type_check,
      add constraint permission_section_resource_type_check check (resource_type in ('repository', 'build', 'releaseBundle', 'destination', 'pipeline'));
  `.execute(db);
}
