import pg from 'pg';

/** Days of which hours are kept in this measurement, and repositories that have any. */
const hourDays = 61;
const busy = 300;

const metrics = `(values ('requests', false, 1), ('sent', false, 50000), ('received', false, 20000), ('hits', false, 2), ('misses', false, 1), ('storedBytes', true, 9000000)) metric(name, level, size)`;

/** Makes the partitions that points of so many days need. */
function partitions(days: number): string[] {
  const now = new Date();
  const made = (table: string, name: string, from: Date, to: Date) =>
    `create table if not exists ${table}_${name} partition of ${table} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`;
  const first = new Date(now.getTime() - days * 86_400_000);
  const years = Array.from({ length: now.getUTCFullYear() - first.getUTCFullYear() + 1 }, (_, at) => first.getUTCFullYear() + at);
  const months = Array.from({ length: 4 }, (_, at) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - at)));
  return [
    ...years.map((year) => made('point_1d', String(year), new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0)))),
    ...months.map((from) =>
      made('point_1h', from.toISOString().slice(0, 7).replace('-', ''), from, new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))),
    ),
  ];
}

/** Few repositories are busy; each day differs, and every number is the same each time. */
const amount = `(metric.size * (1 + 1000000 / (1 + number * number)) * (50 + hashint8extended(number * 1000 + day, 7) % 50))::double precision`;

/** They were written down long ago: rolling up finds nothing in them that has changed. */
const insertPoints = (table: string, step: string, count: number, repositories: string) => `
  insert into ${table} (series, at, value, peak, n, changed_at)
  select series.id, date_bin('${step}', now(), 'epoch') - day * interval '${step}', ${amount}, ${amount}, 1, now() - interval '1 day'
  from generate_series(0, ${count - 1}) day cross join ${metrics}
  join series on series.metric = metric.name join lateral (select coalesce((series.labels ->> 'number')::bigint, 0) as number) numbered on true
  where ${repositories}`;

const insertBeats = (table: string, step: string, count: number) => `
  insert into ${table} (series, at, value, peak, n, changed_at)
  select id, date_bin('${step}', now(), 'epoch') - day * interval '${step}', 60, 5, 60, now() - interval '1 day'
  from series cross join generate_series(0, ${count - 1}) day where metric = 'beats'`;

const chartIndex = (table: string) => `create unique index ${table}_chart on ${table} (series, at) include (value)`;

/** All in one transaction, with the index made at the end: row by row it takes several times as long. What the platform wrote before is forgotten. */
const fill = (days: number, repositories: number) => [
  'begin',
  'set local search_path = insight',
  'truncate point_1d, point_1h, leader',
  ...partitions(days),
  'drop index point_1d_chart, point_1h_chart',
  `insert into series (metric, labels, level, latest)
    select name, case when number = 0 then '{}' else jsonb_build_object('repository', 'bench-' || number, 'format', 'npm', 'number', number) end, level, 1000000 / (1 + number)
    from ${metrics} cross join generate_series(0, ${repositories}) number on conflict do nothing`,
  `insert into series (metric, labels, level) values ('beats', '{}', false) on conflict do nothing`,
  insertBeats('point_1d', '1 day', days),
  insertBeats('point_1h', '1 hour', hourDays * 24),
  insertPoints('point_1d', '1 day', days, 'true'),
  insertPoints('point_1h', '1 hour', hourDays * 24, `number <= ${busy}`),
  chartIndex('point_1d'),
  chartIndex('point_1h'),
  'update rollup set watermark = now()',
  `insert into leader (metric, period, rank, repository, value)
    select name, period, number, 'bench-' || number, 1 from ${metrics} cross join unnest('{day,week,month,year}'::text[]) period cross join generate_series(1, 20) number`,
  'commit',
];

/** Writes what insight would have kept of so many repositories over so many days. Answers how many points there are. */
export async function fillInsight(url: string, { repositories, days }: { repositories: number; days: number }): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    for (const statement of fill(days, repositories)) await client.query(statement);
    await client.query('set search_path = insight');
    await client.query('vacuum analyze series, point_1d, point_1h');
    const { rows } = await client.query<{ count: string }>('select (select count(*) from point_1d) + (select count(*) from point_1h) as count');
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

/** Megabytes that the tables of insight take, with their indexes. */
export async function readSize(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>(`
      select sum(pg_total_relation_size(oid)) as bytes from pg_class where relnamespace = 'insight'::regnamespace and relkind = 'r'`);
    return Number(rows[0]?.bytes) / 1e6;
  } finally {
    await client.end();
  }
}
