import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Name of the PostgreSQL schema that holds the platform's own tables. */
export const kernelSchema = 'kernel';

async function eventAndSetting(db: Kysely<unknown>): Promise<void> {
  // `transaction` and `horizon` order events safely: an event committed after this one was read carries a transaction number of at least this one's horizon.
  await sql`
    create table event (
      id bigint generated always as identity primary key,
      type text not null,
      subject text not null,
      data jsonb not null default '{}',
      at timestamptz not null default clock_timestamp(),
      transaction xid8 not null default pg_current_xact_id(),
      horizon xid8 not null default pg_snapshot_xmin(pg_current_snapshot())
    );
    create index event_transaction on event (transaction, id);
    create index event_at on event (at);
    create table setting (
      key text primary key,
      value jsonb not null
    );
    create table job_worker (
      worker text primary key,
      runner text not null
    );
  `.execute(db);
}

async function follower(db: Kysely<unknown>): Promise<void> {
  // `cluster` tells a restored copy from the database that it was taken of: transactions count anew there.
  await sql`
    create table follower (
      name text primary key,
      place bigint not null default 0,
      gaps jsonb not null default '[]',
      cluster bigint not null,
      moved_at timestamptz not null default now()
    );
  `.execute(db);
}

/** The platform's own tables: events, installation-wide settings, who runs jobs, and how far those are that follow the events. */
export const kernelMigrations: Record<string, Migration> = {
  '0001-event-and-setting': { up: eventAndSetting },
  '0002-follower': { up: follower },
};
