import { type Kysely, sql } from 'kysely';

/** Several licences may be installed, by hand or by a mission control; the one that was there stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table licence (id text primary key, jws text not null, installed_by text not null, installed_at timestamptz not null default now());
    insert into licence (id, jws, installed_by)
      select encode(sha256(convert_to(value ->> 'jws', 'UTF8')), 'hex'), value ->> 'jws', 'admin' from setting where name = 'licence' and value ->> 'jws' is not null;
    delete from setting where name = 'licence';
    create table licence_order (id text primary key, withdrawn boolean not null, heard_at timestamptz not null default now());
  `.execute(db);
}
