import type { IncomingMessage } from 'node:http';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { deleteFromTargets, distributeReleaseBundle, getDistribution } from '@packhouse/contract/distribution/distribution-routes.ts';
import { createDistributionTarget, getReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { createReleaseBundle, listReleaseBundles } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { createTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { standBetween, type Wire } from '@packhouse/testkit/stand-between.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killTree } from '../../../tools/serve/kill-tree.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';

// Real processes on a machine that may be busy.
const adminPassword = 'Admin-password-1';
const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
const names = ['a', 'b', 'c'];
const place = (version: string) => ({ params: { name: 'app', version } });

type Passes = (asked: IncomingMessage) => boolean | Promise<boolean>;
let target: PackhouseProcess;
let source: PackhouseProcess;
let wire: Wire;
/** Which requests reach the target. */
let passes: Passes = () => true;

const start = (home?: string) =>
  startPackhouse({ adminPassword, workers: 1, env: { PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8' }, ...(home === undefined ? {} : { home }) });
const readCall =
  (server: () => PackhouseProcess): Call =>
  (...asked) =>
    createClient({ baseUrl: server().url, headers: () => ({ authorization }) })(...asked);
const here = readCall(() => source);
const there = readCall(() => target);

beforeAll(async () => {
  [target, source] = await Promise.all([start(), start()]);
  for (const call of [here, there]) await call(createRepository, { body: { class: 'local', key: 'libs', format: 'generic' } });
  wire = await standBetween(target.url, (asked) => passes(asked));
  const { accessToken } = await there(createToken, { body: { scope: 'applied-permissions/admin' } });
  await here(createDistributionTarget, { body: { name: 'edge', url: wire.url, token: accessToken } });
  await make('1');
  const { publicKey = '' } = await here(getReleaseBundleSigning, {});
  await there(createTrustedKey, { body: { name: 'source', publicKey } });
});
afterAll(async () => {
  await source.stop();
  await source.remove();
  await wire.stop();
  await target.remove();
});

/** Makes and signs a version of three files that no other has. */
async function make(version: string): Promise<void> {
  for (const name of names) {
    const put = await fetch(`${source.url}/artifactory/libs/${version}/${name}.txt`, {
      method: 'PUT',
      headers: { authorization },
      body: `${name} of ${version}`,
    });
    expect(put.status).toBe(201);
  }
  await here(createReleaseBundle, { body: { name: 'app', version, sign: true, source: { from: 'artifacts', paths: [`libs/${version}`] } } });
}

/** Ends the sending platform with its database as a power cut would, and starts it again at the same home. */
async function crash(whileAway: () => void): Promise<void> {
  await killTree(source.pid);
  await source.stop();
  whileAway();
  const again = await start(source.home);
  source = { ...again, remove: source.remove };
}

async function ended(id: string) {
  await expect.poll(async () => (await here(getDistribution, { params: { id } })).finishedAt, { timeout: 60_000 }).toBeDefined();
  return here(getDistribution, { params: { id } });
}

const filesAt = (version: string) =>
  Promise.all(
    names.map(async (name) => {
      const answer = await fetch(`${target.url}/artifactory/libs/${version}/${name}.txt`, { headers: { authorization } });
      return answer.ok ? answer.text() : answer.status;
    }),
  );
const received = async (version: string) =>
  (await there(listReleaseBundles, { query: { type: 'target', name: 'app' } })).items.filter((item) => item.version === version).map(({ status }) => status);

it('SCALE-002 a distribution whose process was killed between two files goes on after the next start, and sends none of them twice', async () => {
  const sent: string[] = [];
  const [reached, dead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  passes = async ({ method, url = '', headers }) => {
    if (method !== 'PUT' || headers['x-checksum-deploy'] !== undefined) return true;
    sent.push(url);
    if (sent.length !== 2) return true;
    reached.resolve();
    await dead.promise;
    return false;
  };
  const { id } = await here(distributeReleaseBundle, { ...place('1'), body: { targets: ['edge'] } });
  await reached.promise;
  expect(await filesAt('1')).toEqual([404, 404, 404]);
  await crash(dead.resolve);
  expect(await ended(id)).toMatchObject({ status: 'Completed', sites: [{ attempts: 2, distributedFiles: 3 }] });
  expect(await filesAt('1')).toEqual(['a of 1', 'b of 1', 'c of 1']);
  expect(await received('1')).toEqual(['Completed']);
  // The first, the one that was cut off, that one again, and the last.
  expect([sent.length, new Set(sent).size, sent[1]]).toEqual([4, 3, sent[2]]);
});

it('a manifest that comes late, from a process that was killed, brings nothing that was recalled since', async () => {
  await make('2');
  const posted = Promise.withResolvers<{ path: string; body: Buffer }>();
  passes = async (asked) => {
    if (asked.method !== 'POST' || !asked.url?.endsWith('/app/2')) return true;
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    posted.resolve({ path: asked.url, body: Buffer.concat(chunks) });
    // Nobody answers as long as the sender lives.
    await new Promise((resolve) => asked.socket.once('close', resolve));
    return false;
  };
  const sending = await here(distributeReleaseBundle, { ...place('2'), body: { targets: ['edge'] } });
  const late = await posted.promise;
  await crash(() => {
    passes = ({ method }) => method === 'DELETE';
  });
  const recall = await here(deleteFromTargets, { ...place('2'), body: { targets: ['edge'] } });
  expect(await ended(recall.id)).toMatchObject({ status: 'Completed' });
  expect(await ended(sending.id)).toMatchObject({ status: 'Failed', sites: [{ error: 'A later order took its place' }] });
  const { accessToken } = await there(createToken, { body: { scope: 'applied-permissions/admin' } });
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const answer = await fetch(target.url + late.path, { method: 'POST', headers, body: new Uint8Array(late.body) });
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('A later order recalled app 2')]);
  expect([await filesAt('2'), await received('2')]).toEqual([[404, 404, 404], []]);
  passes = () => true;
  const { id } = await here(distributeReleaseBundle, { ...place('2'), body: { targets: ['edge'] } });
  expect(await ended(id)).toMatchObject({ status: 'Completed' });
  expect([await filesAt('2'), await received('2')]).toEqual([['a of 2', 'b of 2', 'c of 2'], ['Completed']]);
});
