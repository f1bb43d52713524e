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

/** The platform's own tables: events, installation-wide settings, and who runs jobs. */
export const kernelMigrations: Record<string, Migration> = { '0001-event-and-setting': { up: eventAndSetting } };
