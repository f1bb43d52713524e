import { type Kysely, sql } from 'kysely';

/** Reports: what they are about, and the rows that each had when it was last made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report (
      id bigint generated always as identity primary key,
      name text not null,
      type text not null check (type in ('vulnerabilities', 'licenses', 'violations', 'operationalRisks', 'components')),
      project text,
      author text not null,
      resources jsonb not null,
      filters jsonb not null,
      cron text,
      zone text,
      emails text[] not null default '{}',
      state text not null default 'pending' check (state in ('pending', 'running', 'completed', 'failed', 'aborted')),
      run integer not null default 0,
      shown integer not null default 0,
      attempts integer not null default 0,
      rows integer not null default 0,
      done integer not null default 0,
      total integer not null default 0,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      next_at timestamptz,
      message text,
      said jsonb
    );
    create index report_author on report (author);
    create index report_due on report (next_at) where next_at is not null;
    create table report_row (
      report_id bigint not null references report on delete cascade,
      run integer not null,
      severity smallint not null,
      position integer not null,
      data jsonb not null,
      primary key (report_id, run, severity, position)
    );
  `.execute(db);
}
