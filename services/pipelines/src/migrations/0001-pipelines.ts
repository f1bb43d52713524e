import { type Kysely, sql } from 'kysely';

/** Pipelines by revision, their runs, the steps of those, and what they told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pipeline (
      id bigint generated always as identity primary key,
      name text not null unique,
      description text not null,
      enabled boolean not null default true,
      enabled_at timestamptz not null default now(),
      revision int not null default 1,
      document text not null,
      parsed jsonb not null,
      events text[] not null,
      users text[] not null,
      groups text[] not null,
      author text not null,
      author_account text not null,
      hook_sum text,
      last_number int not null default 0,
      created_by text not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create index pipeline_event on pipeline using gin (events);
    create table revision (
      pipeline bigint not null references pipeline on delete cascade,
      number int not null,
      document text not null,
      author text not null,
      author_account text not null,
      created_at timestamptz not null default now(),
      primary key (pipeline, number)
    );
    create table schedule (
      pipeline bigint not null references pipeline on delete cascade,
      place int not null,
      cron text not null,
      zone text not null,
      next_at timestamptz not null,
      primary key (pipeline, place)
    );
    create index schedule_due on schedule (next_at);
    create table run (
      id bigint generated always as identity primary key,
      pipeline bigint not null references pipeline on delete cascade,
      number int not null,
      revision int not null,
      cause jsonb not null,
      cause_key text not null,
      depth int not null,
      variables jsonb not null,
      group_name text,
      state text not null,
      message text,
      said jsonb,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      ended_at timestamptz,
      unique (pipeline, number),
      unique (pipeline, cause_key),
      foreign key (pipeline, revision) references revision (pipeline, number)
    );
    create index run_group on run (group_name, id) where ended_at is null and group_name is not null;
    create index run_open on run (pipeline) where ended_at is null;
    create index run_ended on run (ended_at);
    create table step (
      run bigint not null references run on delete cascade,
      id text not null,
      position int not null,
      type text not null,
      needs text[] not null,
      config jsonb not null,
      state text not null,
      waits_for jsonb,
      next_at timestamptz not null default now(),
      attempt int not null default 0,
      round int not null default 1,
      lease uuid,
      lease_until timestamptz,
      result jsonb,
      message text,
      said jsonb,
      started_at timestamptz,
      ended_at timestamptz,
      primary key (run, id),
      check (waits_for is not null or state not in ('pending', 'ready', 'waiting'))
    );
    create index step_due on step (next_at) where state in ('ready', 'waiting');
    create index step_leased on step (lease_until) where state = 'running';
    create table step_log (
      id bigint generated always as identity primary key,
      run bigint not null references run on delete cascade,
      step text not null,
      at timestamptz not null default now(),
      message text,
      said jsonb
    );
    create index step_log_run on step_log (run, id);
    create table effect (
      subject text primary key,
      by text not null,
      depth int not null,
      at timestamptz not null
    );
    create index effect_old on effect (at);
  `.execute(db);
}
