import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase } from '@packhouse/testkit/start-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { balance, generateLoad } from '../../tools/serve/balanced-load.ts';
import { copyProgram } from '../../tools/serve/changed-copy.ts';
import { type S3Server, startS3Server } from '../../tools/serve/s3-server.ts';
import { seedDatabase } from '../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { requireQuietLogs } from '../clients/require-quiet-logs.ts';

const adminPassword = 'Admin-password-1';
const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };

let folder: string;
let database: Awaited<ReturnType<typeof startDatabase>>;
let next: Awaited<ReturnType<typeof copyProgram>>;
let store: S3Server;
const nodes: PackhouseProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-upgrade-'));
  [database, next, store] = await Promise.all([seedDatabase(folder).then(() => startDatabase(folder)), copyProgram(), startS3Server()]);
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await database?.stop();
  store?.stop();
  await next?.remove();
  await rm(folder, { recursive: true, force: true });
});

const all = [0, 1, 2];
const getHome = (at: number) => join(folder, `home-${at}`);

/** Starts a node, of another version where the folder of one is given. */
async function startNode(at: number, root?: string): Promise<PackhouseProcess> {
  const before = nodes[at];
  if (!before) {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = store;
    const s3 = { endpoint, bucket, accessKeyId, secretAccessKey, forcePathStyle: true };
    await mkdir(join(getHome(at), 'etc'), { recursive: true });
    // JSON is YAML.
    await writeFile(join(getHome(at), 'etc/packhouse.yaml'), JSON.stringify({ blobs: { s3 } }));
  }
  const started = await startPackhouse({
    home: getHome(at),
    workers: 1,
    adminPassword,
    env: { DATABASE_URL: database.url(), PACKHOUSE_MASTER_KEY: 'ab'.repeat(32), PACKHOUSE_NODE_ID: `node-${at}`, PACKHOUSE_DRAIN_SECONDS: '3' },
    ...(before && { port: Number(new URL(before.url).port) }),
    ...(root !== undefined && { root }),
  });
  nodes[at] = started;
  return started;
}

/** Gives the next version one more step, which changes the table that every upload and download uses. */
async function addStep(name: string, statement: string, marks = ''): Promise<void> {
  const file = join(next.root, 'services/repositories/src/migrations/migrations.ts');
  const step = `'${name}': { up: async (db: any) => void (await sql.raw(${JSON.stringify(statement)}).execute(db))${marks} },`;
  const text = (await readFile(file, 'utf8')).replace(/\n\}( as const)?;\s*$/, (end) => `\n  ${step}${end}`);
  await writeFile(file, text.startsWith("import { sql } from 'kysely'") ? text : `import { sql } from 'kysely';\n${text}`);
  await next.build();
}

async function readSteps(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url() });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(`select name from repositories.kysely_migration where name like '9%' order by name`);
  await client.end();
  return rows.map(({ name }) => name);
}

it('SCALE-001 SCALE-003 three nodes on one S3 store are started anew and upgraded one by one without a failed request, and a version that the others cannot bear waits until they are gone', async () => {
  for (const at of all) await startNode(at);
  const made = await fetch(`${nodes[0]!.url}/artifactory/api/repositories/files`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ rclass: 'local', packageType: 'generic' }),
  });
  expect(made.status).toBe(200);

  await addStep('9001-next', 'alter table artifact add column next_facts jsonb; create table next_thing (id bigint primary key)', ', besideOlder: true');
  const balancer = balance(nodes);
  const load = generateLoad(balancer, headers);
  await load.passes(40);
  for (const at of all) {
    await nodes[at]!.stop();
    await load.passes(20);
    await startNode(at);
    await load.passes(20);
  }
  for (const at of all) {
    await nodes[at]!.stop();
    await load.passes(20);
    await startNode(at, next.root);
    expect(await readSteps()).toEqual(['9001-next']);
    // The others are still of the version before, the first time.
    await load.passes(60);
  }

  await addStep('9002-after', 'alter table artifact drop column next_facts');
  await nodes[0]!.stop();
  await expect(startNode(0, next.root)).rejects.toThrow(/Other servers work on this database .*repositories 9002-after/);
  expect(await readSteps()).toEqual(['9001-next']);
  await load.passes(40);
  const { failed, sent } = await load.stop();
  balancer.stop();
  expect(failed).toEqual([]);
  expect(sent).toBeGreaterThan(200);
  await requireQuietLogs(getHome(1));
  await requireQuietLogs(getHome(2));

  await nodes[1]!.stop();
  await nodes[2]!.stop();
  await startNode(0, next.root);
  expect(await readSteps()).toEqual(['9001-next', '9002-after']);
  await requireQuietLogs(getHome(0));
});
