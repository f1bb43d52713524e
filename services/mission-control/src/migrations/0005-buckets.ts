import { type Kysely, sql } from 'kysely';

/** Licence buckets, the licences in them, and the orders that bring those to deployments and back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Licences of an order are `reserved` until it is known that the deployment has them; those of an order to take them back are `releasing` until it has them no more.
  await sql`
    create table bucket (
      id uuid primary key,
      name text not null unique,
      identifier text not null unique,
      source text not null,
      parent uuid references bucket on delete cascade,
      type text not null,
      customer text not null,
      issued_at timestamptz not null,
      expires_at timestamptz,
      projects int not null,
      size int not null,
      sealed_key text not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      downloaded_at timestamptz,
      warned_days int
    );
    create index bucket_parent on bucket (parent);
    create table bucket_licence (
      jti text primary key,
      bucket uuid not null references bucket on delete cascade,
      jws text not null,
      state text not null default 'free',
      deployment text,
      order_id uuid,
      release_id uuid,
      changed_at timestamptz not null default now(),
      reported_at timestamptz
    );
    create index bucket_licence_state on bucket_licence (bucket, state, jti);
    create index bucket_licence_deployment on bucket_licence (deployment) where deployment is not null;
    create index bucket_licence_order on bucket_licence (order_id) where order_id is not null;
    create index bucket_licence_release on bucket_licence (release_id) where release_id is not null;
    create table attach_order (
      id uuid primary key,
      bucket uuid not null references bucket on delete cascade,
      kind text not null,
      deployment text not null,
      deployment_name text not null,
      wanted int not null,
      done int not null default 0,
      state text not null default 'calling',
      message text,
      said jsonb,
      requested_by text not null,
      at timestamptz not null default clock_timestamp(),
      lease_until timestamptz,
      tries int not null default 0
    );
    create index attach_order_listed on attach_order (bucket, at desc);
    create index attach_order_due on attach_order (lease_until) where state in ('calling', 'unsettled');
    create table bucket_day (
      bucket uuid not null references bucket on delete cascade,
      day date not null,
      max_used int not null default 0,
      unknown int not null default 0,
      primary key (bucket, day)
    );
  `.execute(db);
}
