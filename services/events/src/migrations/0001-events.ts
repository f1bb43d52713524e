import { type Kysely, sql } from 'kysely';

/** Webhooks, what is sent for them, and how that went. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A revision is taken at every change that matters to matching: whoever remembers webhooks sees by their sum whether they are still these.
  // Events of a restored installation are numbered anew, so that a number alone does not tell an event.
  await sql`
    create sequence subscription_revision;
    create table subscription (
      key text primary key,
      revision bigint not null default nextval('subscription_revision'),
      description text not null default '',
      enabled boolean not null,
      enabled_at timestamptz,
      disabled_at timestamptz,
      domain text not null,
      event_types text[] not null,
      criteria jsonb not null,
      handler jsonb not null,
      sealed text,
      previous_sealed text,
      previous_until timestamptz,
      origin text not null,
      ordered boolean not null,
      parallel int not null,
      max_age_hours int not null,
      width int not null default 1,
      failing_since timestamptz,
      paused_until timestamptz,
      failures int not null default 0,
      refused_status int,
      refused_run int not null default 0,
      paused_at timestamptz,
      status int,
      message text,
      said jsonb,
      created_by text not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create table message (
      id bigint generated always as identity primary key,
      public_id text not null unique,
      subscription text not null references subscription on delete cascade,
      event_id bigint not null,
      part int not null,
      happened_at timestamptz not null,
      subject text not null,
      domain text not null,
      event_type text not null,
      body text not null,
      sealed boolean not null default false,
      shown text,
      state text not null default 'waiting',
      next_at timestamptz not null default now(),
      lease_until timestamptz,
      attempts int not null default 0,
      refusals int not null default 0,
      status int,
      duration int,
      message text,
      said jsonb,
      manual_by text,
      age_from timestamptz not null default now(),
      created_at timestamptz not null default now(),
      settled_at timestamptz,
      unique (subscription, event_id, part, happened_at)
    );
    create index message_due on message (subscription, next_at, event_id, part) where state = 'waiting';
    create index message_sending on message (lease_until) where state = 'sending';
    create index message_open on message (subscription, subject, event_id, part) where state in ('waiting', 'sending');
    create index message_age on message (age_from) where state = 'waiting';
    create index message_settled on message (subscription, settled_at) where settled_at is not null;
    create index message_listed on message (subscription, id);
    create index message_subject on message (subject text_pattern_ops, id);
    create table attempt (
      message_id bigint not null references message on delete cascade,
      number int not null,
      at timestamptz not null,
      method text not null,
      url text not null,
      request jsonb not null,
      response jsonb,
      timing jsonb not null,
      message text,
      said jsonb,
      manual_by text,
      primary key (message_id, number)
    );
  `.execute(db);
}
