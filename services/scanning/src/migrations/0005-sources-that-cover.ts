import { type Kysely, sql } from 'kysely';

/** Sources say which ecosystems they stand for, so that what nobody judged is not called free of vulnerabilities; and how their fetching goes on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table source add column kind text not null default 'osv' check (kind in ('osv', 'epss', 'kev')),
      add column preset text unique,
      add column covers text[] not null default '{}',
      add column good_at timestamptz,
      add column newest timestamptz,
      add column whole_at timestamptz;
    alter table import_run add column step text, add column done bigint not null default 0, add column total bigint;
    update source set
      good_at = (select max(finished_at) from import_run where source_id = source.id and status in ('finished', 'unchanged')),
      covers = case when complete then coalesce((select array_agg(distinct affected.ecosystem) from advisory join affected on affected.advisory_id = advisory.id
        where advisory.source_id = source.id), '{}') else '{}' end;
    create view coverage as
      select covered.ecosystem, source.id as source_id, source.name, source.good_at
      from source cross join lateral unnest(source.covers) as covered (ecosystem) where source.kind = 'osv' and source.good_at is not null;
    comment on view coverage is 'Which sources stand for an ecosystem, and when each was known to be as its publisher has it.';
    create table source_address (
      kind text primary key check (kind in ('osv', 'epss', 'kev')),
      address text not null
    );
    create table cve_signal (
      cve text primary key,
      epss real,
      percentile real,
      kev jsonb,
      at date not null default current_date
    );
  `.execute(db);
}
