import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * The index over names tells what puts artifacts in order, too: thousands that fit a pattern need not be fetched to find the fifty that changed last. `name` itself is among it because
 * PostgreSQL answers out of an index over `lower(name)` only where it holds the column as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index artifact_named on artifact (lower(name) text_pattern_ops) include (name, modified_at, id, repository_id)`.execute(db);
  await sql`drop index artifact_name`.execute(db);
}
