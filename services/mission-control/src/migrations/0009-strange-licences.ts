import { type Kysely, sql } from 'kysely';

/** Licences that a deployment says it has, though they were not attached to it from here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table strange_licence (
      jti text not null references bucket_licence on delete cascade,
      deployment text not null,
      first_at timestamptz not null default now(),
      reported_at timestamptz not null default now(),
      primary key (jti, deployment)
    );
    create index strange_licence_deployment on strange_licence (deployment);
  `.execute(db);
}
