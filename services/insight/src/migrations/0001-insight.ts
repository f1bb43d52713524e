import { type Kysely, sql } from 'kysely';

/** Series, and their points at three resolutions. Partitions come and go with time; `point/partitions.ts` makes and drops them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table series (
      id int generated always as identity primary key,
      metric text not null,
      labels jsonb not null,
      level boolean not null,
      latest double precision,
      latest_at timestamptz,
      unique (metric, labels)
    );
    create index series_repository on series (metric, (labels ->> 'repository')) where labels ? 'repository'`.execute(db);
  for (const name of ['point_5m', 'point_1h', 'point_1d']) {
    await sql`
      create table ${sql.id(name)} (
        series int not null,
        at timestamptz not null,
        value double precision not null,
        peak double precision not null,
        n int not null,
        changed_at timestamptz not null default now(),
        primary key (series, at)
      ) partition by range (at);
      create index ${sql.id(`${name}_changed`)} on ${sql.id(name)} using brin (changed_at)`.execute(db);
  }
  await sql`
    create table written (id uuid primary key, at timestamptz not null default now());
    create table rollup (name text primary key, watermark timestamptz not null);
    insert into rollup values ('point_1h', '-infinity'), ('point_1d', '-infinity');
    insert into rollup select 'rank ' || period, '-infinity' from unnest('{day,week,month,year}'::text[]) period;
    create table leader (metric text, period text, rank int, repository text not null, value double precision not null, primary key (metric, period, rank));
  `.execute(db);
}
