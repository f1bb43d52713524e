import { type Kysely, sql } from 'kysely';

/** What people here know: licences that count before what authors wrote, vulnerabilities of their own; and how risky it is to go on with a version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table custom_licence (
      component_id bigint not null references component on delete cascade,
      project text not null default '',
      expression text not null,
      author text not null,
      at timestamptz not null default now(),
      primary key (component_id, project)
    );
    comment on column custom_licence.project is 'It holds in this project; empty: everywhere.';
    alter table advisory add column custom boolean not null default false, add column document jsonb, add column author text, add column created_at timestamptz;
    create index advisory_custom on advisory (created_at) where custom;
    create table operational (
      component_id bigint primary key references component on delete cascade,
      level text not null check (level in ('High', 'Medium', 'Low', 'None')),
      facts jsonb not null,
      at timestamptz not null default now()
    );
  `.execute(db);
}
