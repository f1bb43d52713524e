import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ApiError, type Call, createClient } from '@packhouse/contract/client.ts';
import { addBucket, attachLicenses, type Bucket, readBucketStatus } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { startDatabase } from '@packhouse/testkit/start-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDatabase } from '../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { requireQuietLogs } from '../clients/require-quiet-logs.ts';
import { type LicenceHolders, startLicenceHolders } from './licence-holders.ts';
import { makeRandom } from './seeded-random.ts';

const adminPassword = 'Admin-password-1';
const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
const patience = { timeout: 120_000, interval: 200 };

/** More is asked for than there is. */
const deployments = Array.from({ length: 100 }, (_, at) => `place-${at}`);
const each = 12;
const size = 1000;
const served = Math.floor(size / each);
/** Calls that are answered before one of the nodes is killed; it dies while all others wait. */
const atOnce = 10;
const killed = Promise.withResolvers<void>();
const tooMany = 'Licenses to be applied is more than the available number of licenses in the bucket';

let folder: string;
let database: Awaited<ReturnType<typeof startDatabase>>;
let holders: LicenceHolders;
let client: pg.Client;
const nodes: PackhouseProcess[] = [];
let bucket: Bucket;

const callOf = ({ url }: PackhouseProcess): Call => createClient({ baseUrl: url, headers: () => ({ authorization }) });
const license = (...parameters: string[]) => promisify(execFile)(process.execPath, [resolve('apps/server/src/main.ts'), 'license', ...parameters]);

/** A bucket of licences as an issuer makes it, by the command. */
async function issue(): Promise<{ publicKey: string; file: string; key: string }> {
  const [signingKey, out] = [join(folder, 'issuer.key'), join(folder, 'bucket.json')];
  await license('keys', signingKey);
  const made = ['--type', 'ENTERPRISE', '--to', 'Example Ltd', '--count', String(size), '--out', out];
  const { stdout } = await license('issue', '--signing-key', signingKey, ...made);
  return {
    publicKey: (await readFile(`${signingKey}.pub`, 'utf8')).trim(),
    file: await readFile(out, 'utf8'),
    key: stdout.trim().split('\n').at(-1) ?? '',
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-at-once-'));
  await seedDatabase(folder);
  database = await startDatabase(folder);
  const random = makeRandom(7);
  holders = await startLicenceHolders(async () => {
    if (holders.count() > atOnce) await killed.promise;
    await setTimeout(random() * 40);
  });
  const { publicKey, file, key } = await issue();
  const env = {
    DATABASE_URL: database.url(),
    PACKHOUSE_MASTER_KEY: 'ab'.repeat(32),
    PACKHOUSE_LICENCE_KEY: publicKey,
    PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8,::1/128',
  };
  for (const name of ['one', 'two']) {
    const home = join(folder, name);
    if (name !== 'one') {
      await mkdir(home);
      await symlink(join(folder, 'one', 'blobs'), join(home, 'blobs'));
    }
    nodes.push(await startPackhouse({ home, adminPassword, workers: 1, env: { ...env, PACKHOUSE_NODE_ID: name } }));
  }
  client = new pg.Client({ connectionString: database.url() });
  await client.connect();
  await client.query(
    `insert into access.peer (id, name, url, keys, purposes, accepts, allow_private, paired_by, knows_key, knows_url)
    select id, id, $2, '[]', '{mission-control}', '{}', true, 'admin', '', '' from unnest($1::text[]) as id`,
    [deployments, holders.url],
  );
  await client.query(
    `insert into "mission-control".deployment (id, name, url, status, created_by, next_at)
    select id, id, $2, 'ONLINE', 'admin', now() + interval '1 day' from unnest($1::text[]) as id`,
    [deployments, holders.url],
  );
  bucket = await callOf(nodes[0]!)(addBucket, { body: { source: 'file', name: 'fleet', fileName: 'bucket.json', file, key } });
});
afterAll(async () => {
  await client?.end();
  for (const node of nodes) await node.stop();
  holders?.stop();
  await database?.stop();
  try {
    for (const name of ['one', 'two']) await requireQuietLogs(join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** What came of asking: what an order says, why it was refused, or nothing where the node was killed. */
async function ask(node: PackhouseProcess, deployment: string): Promise<string> {
  const body = { bucketIdentifier: bucket.identifier, dto: [{ deployment, licenses: each }] };
  try {
    const { results } = await callOf(node)(attachLicenses, { params: { id: bucket.id }, body });
    return results[0]!.state;
  } catch (error) {
    // Nobody answered, or the router of a node that was ending.
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return 'broken off';
    return error.fields[0]?.message ?? error.message;
  }
}

/** Licences that are in more than one place. */
function findTwice(): string[] {
  const all = [...holders.installed.values()].flatMap((installed) => [...installed]);
  return all.filter((jti, at) => all.indexOf(jti) !== at);
}

const countOrders = async (where: string) =>
  (await client.query<{ count: number }>(`select count(*)::int as count from "mission-control".attach_order where ${where}`)).rows[0]!.count;

/** The time passes for which a process keeps an order. */
const endLeases = () => client.query(`update "mission-control".attach_order set lease_until = now() where lease_until is not null`);

it('gives no licence to two of a hundred deployments that ask at once at two nodes, though one of these is killed meanwhile', async () => {
  const [one, two] = nodes as [PackhouseProcess, PackhouseProcess];
  const asked = deployments.map((deployment, at) => ask(at % 2 === 0 ? one : two, deployment));
  await expect.poll(() => holders.count(), patience).toBeGreaterThan(atOnce);
  process.kill(-two.pid, 'SIGKILL');
  killed.resolve();
  const first = await Promise.all(asked);
  expect(findTwice()).toEqual([]);
  expect(first.filter((came) => came === 'broken off').length).toBeGreaterThan(0);
  await endLeases();
  await expect.poll(() => countOrders(`state in ('calling', 'unsettled')`), patience).toBe(0);
  // Whoever heard nothing asks again, unless the order was done after all.
  const { rows } = await client.query<{ deployment: string }>(`select deployment from "mission-control".attach_order where state = 'done'`);
  const done = new Set(rows.map(({ deployment }) => deployment));
  const unheard = deployments.filter((deployment, at) => first[at] === 'broken off' && !done.has(deployment));
  const again = await Promise.all(unheard.map((id) => ask(one, id)));
  const others = new Set([...first, ...again].filter((came) => came !== 'done' && came !== 'broken off'));
  expect([...others]).toEqual([tooMany]);
  expect(findTwice()).toEqual([]);

  const status = await callOf(one)(readBucketStatus, { params: { id: bucket.id } });
  expect(status.bucket).toMatchObject({ size, used: served * each, available: size - served * each });
  expect(status.holders.map(({ attached, reserved }) => [attached, reserved])).toEqual(Array.from({ length: served }, () => [each, 0]));
  const written = await client.query<{ jti: string; deployment: string }>(
    `select jti, deployment from "mission-control".bucket_licence where state = 'attached' and bucket = $1`,
    [bucket.id],
  );
  const held = [...holders.installed].flatMap(([deployment, installed]) => [...installed].map((jti) => `${jti} ${deployment}`));
  expect(held.toSorted()).toEqual(written.rows.map(({ jti, deployment }) => `${jti} ${deployment}`).toSorted());
});
