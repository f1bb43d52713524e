import { type Kysely, sql } from 'kysely';

/** Adds what searches look up when they are narrowed by the version or the description of a package. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index version_named on version (version text_pattern_ops);
    create index version_description on version using gin ((facts ->> 'description') gin_trgm_ops);
  `.execute(db);
}
