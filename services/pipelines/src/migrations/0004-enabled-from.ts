import { type Kysely, sql } from 'kysely';

/**
 * Where the outbox stood when a pipeline was switched on: times of events tell when they were written, which may be long before they are committed.
 * Pipelines that were switched on before this step, or by an older node beside it, have none and go by time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table pipeline add column enabled_from jsonb`.execute(db);
}
