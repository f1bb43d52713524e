import { type Kysely, sql } from 'kysely';

/** Federations as they are wanted, and the part that each deployment has in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table federation (
      id uuid primary key,
      mode text not null check (mode in ('star', 'mesh')),
      source text not null,
      targets text[] not null,
      types text[] not null,
      include text[] not null default '{}',
      exclude text[] not null default '{}',
      adopt boolean not null default false,
      adopt_administrators boolean not null default false,
      forward boolean not null default false,
      copies text not null default 'keep',
      ending boolean not null default false,
      created_by text not null,
      created_at timestamptz not null default now()
    );
    create unique index federation_star on federation (source) where mode = 'star' and not ending;
    create table federation_part (
      federation uuid not null references federation on delete cascade,
      deployment text not null,
      targets text[] not null,
      revision integer not null default 1,
      applied integer not null default 0,
      steps jsonb not null default '[]',
      failures integer not null default 0,
      next_at timestamptz not null default now(),
      lease_until timestamptz,
      primary key (federation, deployment)
    );
    create index federation_part_due on federation_part (next_at);
    create table federation_candidate (
      id uuid primary key,
      deployment text not null unique,
      url text not null
    );
  `.execute(db);
}
