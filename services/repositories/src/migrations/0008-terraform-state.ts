import { type Kysely, sql } from 'kysely';

/** States of OpenTofu and Terraform, each write a row of its own, and who holds which lock. Contents are encrypted: states hold secrets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table terraform_state (
      id bigint generated always as identity primary key,
      repository_id bigint not null references repository on delete cascade,
      name text not null,
      content text not null,
      created_at timestamptz not null default now(),
      created_by text not null
    );
    create index terraform_state_name on terraform_state (repository_id, name, id desc);
    create table terraform_state_lock (
      repository_id bigint not null references repository on delete cascade,
      name text not null,
      lock_id text not null,
      info text not null,
      taken_at timestamptz not null default now(),
      taken_by text not null,
      primary key (repository_id, name)
    );
  `.execute(db);
}
