import pg from 'pg';

/** So many artifacts have the same content as another one, as copies and promotions make them. */
const copies = 10;
/** Artifacts that are put in at a time. */
const batch = 1_000_000;

const digest = (number: string) => `encode(sha256((${number})::text::bytea), 'hex')`;

/** Repositories like the one that the platform made itself, and nothing in them. */
const repositories = `
  insert into repository overriding system value
  select (jsonb_populate_record(null::repository, to_jsonb(first) || jsonb_build_object('id', first.id + 1000 + number, 'key', 'bench-' || number))).*
  from repository first, generate_series(1, $1::int) number where first.key = $2`;

const blobs = `
  insert into blob (sha256, sha1, md5, size)
  select ${digest('n')}, md5(n::text) || substr(md5(n::text), 1, 8), md5(n::text), 1000 + n % 90000 from generate_series(0, $1::bigint / ${copies}) n`;

const artifacts = `
  insert into artifact (repository_id, path, folder, name, sha256, created_by, modified_by)
  select first.id + 1000 + 1 + n % $3::int, 'org/' || lpad(n::text, 9, '0') || '.tgz', 'org', lpad(n::text, 9, '0') || '.tgz', ${digest(`n % ($4::bigint / ${copies})`)}, 'bench', 'bench'
  from repository first, generate_series($1::bigint, $2::bigint - 1) n where first.key = $5`;

/** The sums as the platform's own migration makes them of what there is. */
const sums = [
  `insert into usage_sum select 'file', repository_id, count(*), sum(size) from artifact join blob using (sha256) group by repository_id`,
  `insert into usage_sum select 'blob', 0, count(*), sum(size) from blob having count(*) > 0`,
];

/**
 * Puts so many artifacts into so many repositories. Indexes by which artifacts are searched are left out, since they take longer than all the rest and neither a
 * summary nor a chart reads them; the sums of what is stored are made once at the end instead of by a note for each million. `first`: an empty repository.
 */
export async function fillArtifacts(url: string, count: number, { number, first }: { number: number; first: string }): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c search_path=repositories,public -c synchronous_commit=off -c session_replication_role=replica',
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(`
      select indexname as name from pg_indexes where schemaname = 'repositories' and tablename in ('artifact', 'blob')
        and indexname not in (select conname from pg_constraint where contype in ('p', 'u'))`);
    for (const { name } of rows) await client.query(`drop index ${name}`);
    await client.query(repositories, [number, first]);
    await client.query(blobs, [count]);
    for (let from = 0; from < count; from += batch) await client.query(artifacts, [from, Math.min(count, from + batch), number, count, first]);
    for (const statement of sums) await client.query(statement);
    await client.query('analyze repository, blob, artifact, usage_sum');
  } finally {
    await client.end();
  }
}
