import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createTestDatabase } from '@packhouse/testkit/test-database.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { balance, generateLoad } from '../../../tools/serve/balanced-load.ts';
import { type S3Server, startS3Server } from '../../../tools/serve/s3-server.ts';
import { type PackhouseProcess, type PackhouseStart, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { allServices } from './services.ts';

const password = 'Admin-password-1';
const headers = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` };
const masterKey = 'ab'.repeat(32);
/** Undone last first: the servers end before their databases and folders go. */
const ends: (() => Promise<unknown>)[] = [];
const running = new Set<PackhouseProcess>();

afterEach(async () => {
  for (const one of running) await one.stop();
  running.clear();
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function newHome(config?: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'packhouse-nodes-'));
  ends.push(() => rm(home, { recursive: true, force: true }));
  await mkdir(join(home, 'etc'));
  if (config) await writeFile(join(home, 'etc/packhouse.yaml'), config);
  return home;
}

async function newDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase(allServices());
  ends.push(drop);
  return url;
}

async function start(home: string, databaseUrl: string, options: PackhouseStart = {}): Promise<PackhouseProcess> {
  const { env, ...others } = options;
  const started = await startPackhouse({
    home,
    workers: 1,
    adminPassword: password,
    env: { DATABASE_URL: databaseUrl, PACKHOUSE_MASTER_KEY: masterKey, ...env },
    ...others,
  });
  running.add(started);
  return started;
}

/** Runs a command to its end. */
function packhouse(parameters: string[], home: string, databaseUrl: string): Promise<{ code: number; output: string }> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PACKHOUSE_')));
  const env = { ...inherited, PACKHOUSE_HOME: home, DATABASE_URL: databaseUrl, PACKHOUSE_MASTER_KEY: masterKey, PACKHOUSE_PORT: '0', PACKHOUSE_WORKERS: '1' };
  return new Promise((done) => {
    execFile(process.execPath, [resolve('apps/server/src/main.ts'), ...parameters], { env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

async function createRepository({ url }: PackhouseProcess, key: string, packageType = 'generic'): Promise<void> {
  const answer = await fetch(`${url}/artifactory/api/repositories/${key}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ rclass: 'local', packageType }),
  });
  expect(answer.status).toBe(200);
}
const put = async ({ url }: PackhouseProcess, path: string, body: Buffer | string) =>
  (await fetch(`${url}/artifactory/${path}`, { method: 'PUT', headers, body: body as never })).status;
const get = async ({ url }: PackhouseProcess, path: string) => {
  const answer = await fetch(`${url}/artifactory/${path}`, { headers });
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status;
};

const readStates = async ({ url }: PackhouseProcess, as = headers) =>
  ((await (await fetch(`${url}/artifactory/api/system/status`, { headers: as })).json()) as { nodes: object[] }).nodes;

const describeS3 = ({ bucket, endpoint, accessKeyId, secretAccessKey }: S3Server) => ({ bucket, endpoint, accessKeyId, secretAccessKey, forcePathStyle: true });
/** JSON is YAML. */
const onS3 = (store: S3Server) => JSON.stringify({ blobs: { s3: describeS3(store) } });

describe('the blob store of a database', () => {
  it('SCALE-001 is one: a node with another one is refused, and nothing changes for those that run', async () => {
    const [database, home, other, shares] = [await newDatabase(), await newHome(), await newHome(), await newHome()];
    const first = await start(home, database);
    await createRepository(first, 'files');
    expect(await put(first, 'files/a.txt', 'a')).toBe(201);
    const refused = await packhouse(['serve'], other, database);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`The blob store ${other}/blobs is not the one that this database`) });
    await symlink(join(home, 'blobs'), join(shares, 'blobs'));
    const second = await start(shares, database);
    expect(await get(second, 'files/a.txt')).toEqual(Buffer.from('a'));
    await second.stop();
    const foreign = await packhouse(['serve'], shares, await newDatabase());
    expect(foreign).toMatchObject({ code: 1, output: expect.stringContaining('belongs to another database') });
  });

  it('SCALE-002 is moved by a command that copies, compares and can be run again', async () => {
    const [database, home, store] = [await newDatabase(), await newHome(), await startS3Server()];
    ends.push(async () => store.stop());
    const moved = await newHome(onS3(store));
    const contents = Array.from({ length: 12 }, (_, count) => randomBytes(1000 * (count + 1)));
    const before = await start(home, database);
    await createRepository(before, 'files');
    for (const [count, content] of contents.entries()) expect(await put(before, `files/${count}.bin`, content)).toBe(201);
    await before.stop();
    expect(await packhouse(['serve'], moved, database)).toMatchObject({ code: 1, output: expect.stringContaining('packhouse blobs copy') });

    const blobOf7 = createHash('sha256').update(contents[7]!).digest('hex');
    const file = join(home, 'blobs', blobOf7.slice(0, 2), blobOf7);
    await writeFile(file, randomBytes(contents[7]!.length));
    const damaged = await packhouse(['blobs', 'copy', join(home, 'blobs')], moved, database);
    expect(damaged).toMatchObject({ code: 1, output: expect.stringContaining(`1 blob that the database names`) });
    expect(damaged.output).toContain(blobOf7);
    expect(await packhouse(['serve'], moved, database)).toMatchObject({ code: 1 });

    await writeFile(file, contents[7]!);
    const whole = await packhouse(['blobs', 'copy', join(home, 'blobs')], moved, database);
    expect(whole).toMatchObject({ code: 0, output: expect.stringContaining('1 copied') });
    expect(await packhouse(['serve'], home, database)).toMatchObject({ code: 1, output: expect.stringContaining('is not the one') });
    const after = await start(moved, database);
    for (const [count, content] of contents.entries()) expect(await get(after, `files/${count}.bin`)).toEqual(content);
  });
});

describe('two nodes', () => {
  it('SCALE-001 API-002 serve as one: what each says of the other, sessions, uploads begun here and finished there, and a rolling restart without a failed request', async () => {
    const [database, store] = [await newDatabase(), await startS3Server()];
    ends.push(async () => store.stop());
    const homes = [await newHome(onS3(store)), await newHome(onS3(store))];
    const startNode = (at: number, port?: number) =>
      start(homes[at]!, database, { env: { PACKHOUSE_NODE_ID: `node-${at}`, PACKHOUSE_DRAIN_SECONDS: '3' }, ...(port !== undefined && { port }) });
    const nodes = [await startNode(0), await startNode(1)];
    const [one, two] = nodes as [PackhouseProcess, PackhouseProcess];
    await createRepository(one, 'files');
    await createRepository(two, 'images', 'docker');

    const signedIn = await fetch(`${one.url}/ui/api/v1/ui/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ user: 'admin', password, type: 'login' }),
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const current = await fetch(`${two.url}/ui/api/v1/ui/auth/current`, { headers: { cookie } });
    expect(await current.json()).toMatchObject({ name: 'admin' });

    const states = (...of: string[]) => of.map((state, at) => ({ id: `node-${at}`, state }));
    for (const node of nodes) await expect.poll(() => readStates(node)).toEqual(states('RUNNING', 'RUNNING'));
    expect(await readStates(two, {} as typeof headers)).toEqual([{ id: 'node-1', state: 'RUNNING' }]);

    const layer = randomBytes(300_000);
    const begun = await fetch(`${one.url}/v2/images/app/blobs/uploads/`, { method: 'POST', headers });
    const place = new URL(begun.headers.get('location')!, one.url);
    const chunk = await fetch(`${two.url}${place.pathname}${place.search}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: layer as never,
    });
    expect(chunk.status).toBe(202);
    const digest = `sha256:${createHash('sha256').update(layer).digest('hex')}`;
    const finish = new URL(chunk.headers.get('location')!, one.url);
    finish.searchParams.set('digest', digest);
    expect((await fetch(`${one.url}${finish.pathname}${finish.search}`, { method: 'PUT', headers })).status).toBe(201);
    const pulled = await fetch(`${two.url}/v2/images/app/blobs/${digest}`, { headers });
    expect(Buffer.from(await pulled.arrayBuffer()).equals(layer)).toBe(true);

    const balancer = balance(nodes);
    const load = generateLoad(balancer, headers);
    for (const at of [0, 1]) {
      const { port } = new URL(nodes[at]!.url);
      await load.passes(20);
      await nodes[at]!.stop();
      expect(nodes[at]!.output()).toContain('draining for 3 s');
      expect(await readStates(nodes[1 - at]!)).toEqual(at === 0 ? states('OFFLINE', 'RUNNING') : states('RUNNING', 'OFFLINE'));
      await load.passes(20);
      nodes[at] = await startNode(at, Number(port));
      await load.passes(20);
    }
    const { failed, sent, answeredBy } = await load.stop();
    balancer.stop();
    expect(failed).toEqual([]);
    expect(sent).toBeGreaterThan(120);
    expect(answeredBy.size).toBe(2);
  });
});
