import pg from 'pg';

/** Syllables make words, words make names: about as many different ones as a company's repositories have. */
const syllables = 'ka lo mi ren tas ver don pel sur win gor bat hex fin dra que jul nox zet pyr'.split(' ');

/** SQL of a word that hangs on a number: 400 different ones. */
const word = (number: string) => {
  const list = syllables.map((one) => `'${one}'`).join(',');
  return `((array[${list}])[1 + (${number}) % 20] || (array[${list}])[1 + ((${number}) / 20) % 20])`;
};
/** Spreads neighbouring numbers, the same way each time. */
const spread = (number: string, salt: number) => `(hashint8extended(${number}, ${salt}) & 2147483647)::bigint`;

const repositoryCount = 100;
/** In the first repository. */
export const manyFolder = 'many';

/** Few repositories hold most of what there is. */
const artifacts = `
  insert into artifact (repository_id, path, folder, name, sha256, version_id, lead, created_by, modified_by, created_at, modified_at)
  select repository_id, folder || '/' || name, folder, name, sha256, version_id, true, 'bench', 'bench', at, at from (
    select n, (select id from repository where key = 'bench-' || (power(${spread('n', 1)} / 2147483648.0, 2) * ${repositoryCount})::int % ${repositoryCount}) as repository_id,
      'org/' || ${word(spread('n', 2))} || '/' || ${word(spread('n', 3))} || '/' || n % 50 as folder,
      ${word(spread('n', 3))} || '-' || ${word(spread('n', 4))} || '-' || n % 50 || '.' || n % 7 || '.' || n || (array['.jar', '.pom', '.tgz', '.whl', '.zip'])[1 + n % 5] as name,
      encode(sha256(n::text::bytea), 'hex') as sha256, v.id as version_id, now() - make_interval(secs => ($2::bigint - n) * 20) as at
    from generate_series($1::bigint, $1::bigint + $3::bigint - 1) n left join version v on v.id = n
  ) made`;

const steps: readonly (readonly [string, string])[] = [
  [
    'packages',
    `insert into package (repository_id, name) select (select id from repository where key = 'bench-' || n % ${repositoryCount}),
      ${word(spread('n', 3))} || '-' || ${word(spread('n', 4))} || '-' || n from generate_series(1, $1::bigint / 10) n`,
  ],
  ['versions', `insert into version (package_id, version) select (n - 1) % ($1::bigint / 10) + 1, '1.' || n from generate_series(1, $1::bigint / 2) n`],
];

/** A tenth as many files in one folder, which came over the same years as all others, named so that they are listed in another order than they were made. */
const folderOfMany = `
  insert into artifact (repository_id, path, folder, name, sha256, lead, created_by, modified_by, created_at, modified_at)
  select (select id from repository where key = 'bench-0'), '${manyFolder}/' || name, '${manyFolder}', name, sha256, true, 'bench', 'bench', at, at from (
    select encode(sha256(n::text::bytea), 'hex') as sha256, md5(n::text) || '.bin' as name, now() - make_interval(secs => n * 200) as at
    from generate_series(1, $1::bigint / 10) n) made`;

const afterwards: readonly (readonly [string, string])[] = [
  [
    'properties',
    `insert into property (artifact_id, key, value) select id, 'build.name', 'build-' || id % 1000 from artifact
      union all select id, 'stage', (array['dev', 'test', 'live'])[1 + id % 3] from artifact`,
  ],
  [
    'documents of builds',
    `insert into artifact (repository_id, path, folder, name, sha256, created_by, modified_by, created_at, modified_at)
      select (select id from repository where key = 'artifactory-build-info'), folder || '/' || name, folder, name, sha256, 'bench', 'bench', at, at from (
        select ${word(spread('a.id / 50 % 2000', 7))} || '-build-' || a.id / 50 % 2000 as folder, a.id || '-' || a.id || '.json' as name, a.sha256, a.modified_at as at
        from artifact a where a.id % 50 = 0) made`,
  ],
  [
    'builds',
    `insert into build (artifact_id, name, number, started_at, started, created_by)
      select i.id, i.folder, i.id::text, i.modified_at, '', 'bench' from artifact i where i.repository_id = (select id from repository where key = 'artifactory-build-info')
      on conflict do nothing`,
  ],
  [
    'entries',
    `with content as (insert into archive_content (sha256, entries) select sha256, 50 from artifact where name like '%.jar' order by id limit 20000
      on conflict (sha256) do nothing returning id)
      insert into archive_entry (content_id, path, name) select content.id, 'org/' || ${word(spread('content.id * 50 + n', 5))} || '/' || file, file from content,
        generate_series(1, 50) n, lateral (select ${word(spread('content.id * 50 + n', 6))} || content.id % 100 || '.class' as file) named on conflict do nothing`,
  ],
];

/** Of what is filled; without these it takes a fraction of the time, and they are made again over all rows. */
const ways = `
  select indexrelid::regclass::text as name, conname as constraint, pg_get_indexdef(indexrelid) as index, pg_get_constraintdef(c.oid) as definition, indrelid::regclass::text as relation
  from pg_index left join pg_constraint c on conindid = indexrelid and contype = 'u'
  where (not indisunique or contype = 'u') and indrelid::regclass::text = any('{artifact,blob,property,package,version,build,archive_entry}')`;

/** Takes indexes away, and answers the statements that make them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; constraint: string | null; index: string; definition: string; relation: string }>(ways);
  for (const { name, constraint, relation } of rows)
    await client.query(constraint === null ? `drop index ${name}` : `alter table ${relation} drop constraint "${constraint}"`);
  return rows.map(({ constraint, index, definition, relation }) =>
    constraint === null ? index : `alter table ${relation} add constraint "${constraint}" ${definition}`,
  );
}

/** Rows are right as they are made here: of all triggers only those that keep sums and names are asked. */
const counting = ['artifact', 'note_file_insert', 'blob', 'note_blob_insert', 'build', 'note_build_name'] as const;
async function countOnly(client: pg.Client, isOn: boolean): Promise<void> {
  await client.query(`set session_replication_role = ${isOn ? 'replica' : 'origin'}`);
  for (let at = 0; at < counting.length; at += 2) await client.query(`alter table ${counting[at]} enable ${isOn ? 'always' : ''} trigger ${counting[at + 1]}`);
}

/** What a database does for a power cut it need not do while it is filled. */
const settings = { full_page_writes: 'off', max_wal_size: "'32GB'", checkpoint_timeout: "'1h'", autovacuum: 'off' };

/** Fills a platform's database with so many artifacts and what goes with them; the repositories `bench-0` to `bench-99` are there already. */
export async function fillDatabase(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=repositories,public' });
  await client.connect();
  const run = async (title: string, text: string, values: unknown[] = []) => {
    const from = performance.now();
    await client.query(text, values);
    console.log(`search: ${title} in ${((performance.now() - from) / 1000).toFixed(0)} s`);
  };
  try {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '2GB'; set work_mem = '1GB'");
    for (const [name, value] of Object.entries(settings)) await client.query(`alter system set ${name} = ${value}`);
    await client.query('select pg_reload_conf()');
    const indexes = await dropIndexes(client);
    await countOnly(client, true);
    for (const [title, text] of steps) await run(title, text, [count]);
    await run(
      'blobs',
      `insert into blob (sha256, sha1, md5, size) select encode(sha256(n::text::bytea), 'hex'), md5(n::text) || substr(md5(n::text), 1, 8), md5(n::text), 1000 + n % 9000
        from generate_series(1, $1::bigint) n order by 1 on conflict do nothing`,
      [count],
    );
    const batch = Math.min(count, 100_000);
    for (let first = 1; first <= count; first += batch) await run(`artifacts ${first} and on`, artifacts, [first, count, batch]);
    await run('a folder of many files', folderOfMany, [count]);
    for (const [title, text] of afterwards) await run(title, text);
    await countOnly(client, false);
    for (const definition of indexes) await run(definition.slice(0, 60), definition);
    for (const name of Object.keys(settings)) await client.query(`alter system reset ${name}`);
    await client.query('select pg_reload_conf()');
    await run('vacuum', 'vacuum analyze');
  } finally {
    await client.end();
  }
}

/** A word as the names have them. */
export function wordAt(number: number): string {
  return `${syllables[number % 20]}${syllables[Math.floor(number / 20) % 20]}`;
}
