import { type Kysely, sql } from 'kysely';

/**
 * A vulnerability that is described here can be of a project, and then says something of what lies in its repositories alone. Servers of the version before would judge everything by it,
 * and so they cannot bear it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table advisory add column project text;
    create index advisory_project on advisory (project) where project is not null;
  `.execute(db);
}
