import { type Kysely, sql } from 'kysely';

/** Targets that are paired deployments have no access token. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table target add column deployment text, alter column token drop not null;
    alter table target add constraint target_reached check ((token is null) <> (deployment is null));
  `.execute(db);
}
