import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import pg from 'pg';

/** Repository with one folder of many files, and one package of as many versions. */
export const filesKey = 'bench-files';
export const packagesKey = 'bench-versions';
export const folder = 'many';
export const packageName = 'many-versions';

const steps: readonly string[] = [
  `insert into blob (sha256, sha1, md5, size) select encode(sha256(n::text::bytea), 'hex'), md5(n::text) || substr(md5(n::text), 1, 8), md5(n::text), 1000 + n % 9000
    from generate_series(1, $1::bigint) n on conflict do nothing`,
  `insert into folder (repository_id, path, parent, name, created_by) select id, '${folder}', '', '${folder}', 'bench' from repository where key = '${filesKey}' and $1::bigint > 0`,
  `insert into artifact (repository_id, path, folder, name, sha256, created_by, modified_by)
    select (select id from repository where key = '${filesKey}'), '${folder}/' || name, '${folder}', name, encode(sha256(n::text::bytea), 'hex'), 'bench', 'bench'
    from (select n, 'file-' || lpad(n::text, 6, '0') || '.bin' as name from generate_series(1, $1::bigint) n) made`,
  `insert into package (repository_id, name) select id, '${packageName}' from repository where key = '${packagesKey}' and $1::bigint > 0`,
  `insert into version (package_id, version) select (select id from package where name = '${packageName}'), '1.0.' || n from generate_series(1, $1::bigint) n`,
  `insert into artifact (repository_id, path, folder, name, sha256, version_id, lead, created_by, modified_by)
    select (select id from repository where key = '${packagesKey}'), '${packageName}/-/' || name, '${packageName}/-', name, encode(sha256(n::text::bytea), 'hex'), v.id, true, 'bench', 'bench'
    from (select n, '${packageName}-1.0.' || n || '.tgz' as name from generate_series(1, $1::bigint) n) made join version v on v.version = '1.0.' || n`,
];

/** Fills a platform with what long lists are made of. */
export async function fillLists(server: { url: string; home: string }, password: string, count: number): Promise<void> {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const call = createClient({ baseUrl: server.url, headers: () => ({ authorization }) });
  await call(createRepository, { body: { class: 'local', key: filesKey, format: 'generic' } });
  await call(createRepository, { body: { class: 'local', key: packagesKey, format: 'npm' } });
  const secret = (await readFile(join(server.home, 'keys', 'postgres.password'), 'utf8')).trim();
  const [, , , port] = (await readFile(join(server.home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const connectionString = `postgres://packhouse:${encodeURIComponent(secret)}@127.0.0.1:${port}/packhouse`;
  const client = new pg.Client({ connectionString, options: '-c search_path=repositories,public' });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    for (const step of steps) await client.query(step, [count]);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
