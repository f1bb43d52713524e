import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { listDistributions } from '@packhouse/contract/distribution/distribution-routes.ts';
import { createDistributionTarget, getReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { createReleaseBundle, listReleaseBundles } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import * as pipelines from '@packhouse/contract/pipelines/pipeline-routes.ts';
import * as logs from '@packhouse/contract/pipelines/run-log-routes.ts';
import { registerRunner } from '@packhouse/contract/pipelines/runner-routes.ts';
import { createTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { standBetween, type Wire } from '@packhouse/testkit/stand-between.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { killTree } from '../../../tools/serve/kill-tree.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';

// Real processes on a machine that may be busy; what a killed process held is free again after half a minute.
const patience = { timeout: 120_000, interval: 100 };
const adminPassword = 'Admin-password-1';
const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
const files = Array.from({ length: 60 }, (_, at) => `many/${at}.txt`);

let edge: PackhouseProcess;
let source: PackhouseProcess;
let wire: Wire;
let isHeld = true;
/** Names of the calls that came, in their order; the first is never answered. */
const told: string[] = [];
const receiver = createServer((request, response) => {
  told.push(String(request.headers['x-packhouse-delivery']));
  if (told.length > 1) response.end();
});
const ends: (() => void)[] = [];

const start = (home?: string, port?: number) =>
  startPackhouse({
    adminPassword,
    workers: 1,
    env: { PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8' },
    ...(home === undefined ? {} : { home }),
    ...(port === undefined ? {} : { port }),
  });
const readCall =
  (server: () => PackhouseProcess): Call =>
  (...asked) =>
    createClient({ baseUrl: server().url, headers: () => ({ authorization }) })(...asked);
const here = readCall(() => source);
const there = readCall(() => edge);
const send = (path: string, init: RequestInit = {}) =>
  fetch(`${source.url}/artifactory/${path}`, { ...init, headers: { authorization, ...(init.headers as Record<string, string>) } });
async function put(path: string, body: string): Promise<void> {
  expect((await send(path, { method: 'PUT', body })).status).toBe(201);
}

async function publishBuild(): Promise<void> {
  await put('stage/shop/1.bin;build.name=shop;build.number=1', 'shop');
  const artifacts = [{ name: '1.bin', type: 'bin', sha1: createHash('sha1').update('shop').digest('hex') }];
  const document = { name: 'shop', number: '1', started: '2026-01-02T03:04:05.678+0000', version: '1.0.1', modules: [{ id: 'shop:1', artifacts }] };
  const answer = await send('api/build', { method: 'PUT', body: JSON.stringify(document), headers: { 'content-type': 'application/json' } });
  expect(answer.ok).toBe(true);
}

/** A runner on the same machine, which no crash of the platform ends. */
async function startRunner(): Promise<void> {
  const { token } = await here(registerRunner, { body: { name: 'steady' } });
  const child = spawn(process.execPath, ['apps/server/src/main.ts', 'runner', '--url', source.url, ...(process.getuid?.() === 0 ? ['--allow-root'] : [])], {
    env: { PATH: process.env.PATH, PACKHOUSE_RUNNER_TOKEN: token },
    stdio: 'ignore',
  });
  ends.push(() => child.kill('SIGKILL'));
}

beforeAll(async () => {
  [edge, source] = await Promise.all([start(), start()]);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  for (const key of ['stage', 'prod']) await here(createRepository, { body: { class: 'local', key, format: 'generic' } });
  await there(createRepository, { body: { class: 'local', key: 'stage', format: 'generic' } });
  wire = await standBetween(edge.url, async () => {
    await vi.waitUntil(() => !isHeld, patience);
    return true;
  });
  const { accessToken } = await there(createToken, { body: { scope: 'applied-permissions/admin' } });
  isHeld = false;
  await here(createDistributionTarget, { body: { name: 'edge', url: wire.url, token: accessToken } });
  isHeld = true;
  await publishBuild();
  for (const file of files) await put(`stage/${file}`, file);
  await here(createReleaseBundle, { body: { name: 'app', version: '1', sign: true, source: { from: 'artifacts', paths: ['stage/shop'] } } });
  const { publicKey = '' } = await here(getReleaseBundleSigning, {});
  await there(createTrustedKey, { body: { name: 'source', publicKey } });
  await startRunner();
});
afterAll(async () => {
  for (const end of ends) end();
  receiver.closeAllConnections();
  receiver.close();
  await source.stop();
  await source.remove();
  await wire.stop();
  await edge.remove();
});

/** Ends the platform with its database as a power cut would, and starts it again at the same home and port. */
async function crash(): Promise<void> {
  await killTree(source.pid);
  await source.stop();
  const again = await start(source.home, Number(new URL(source.url).port));
  source = { ...again, remove: source.remove };
}

const begin = async (name: string, steps: readonly string[]) => {
  await here(pipelines.createPipeline, { body: { document: `name: ${name}\non: [manual]\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}` } });
  await here(pipelines.runPipeline, { params: { name }, body: {} });
};
const read = (name: string) => here(pipelines.readRun, { params: { name, number: 1 } });
const findStep = async (name: string, step: string) => (await read(name)).steps.find(({ id }) => id === step);
const ended = async (name: string) => {
  await expect.poll(async () => (await read(name)).endedAt, patience).toBeDefined();
  return (await read(name)).steps.map(({ id, state, said }) => `${id} ${state}: ${said?.message}`);
};
const log = async (name: string) => (await here(logs.readRunLog, { params: { name, number: 1 } })).items.map(({ step, message }) => `${step}: ${message}`);

it('SCALE-002 steps that a kill of the whole platform interrupts while they wait for others go on after the next start, and what was begun happens once', async () => {
  const { port } = receiver.address() as AddressInfo;
  await begin('waiting', [
    `{id: tell, type: webhook, url: "http://127.0.0.1:${port}/", needs: []}`,
    '{id: send, type: distribute, name: app, version: "1", targets: [edge], needs: []}',
    '{id: make, type: run, runner: steady, script: "echo begun; sleep 3; echo done > made", publish: [{from: made, to: stage/made}], needs: []}',
  ]);
  await expect.poll(() => told.length, patience).toBe(1);
  await expect.poll(async () => (await findStep('waiting', 'send'))?.waitsFor?.message, patience).toBe('edge to have app/1: 0 of 1 have it');
  await expect.poll(() => log('waiting'), patience).toContain('make: begun');
  await crash();
  isHeld = false;
  expect(await ended('waiting')).toEqual([
    expect.stringMatching(/^tell succeeded: 127\.0\.0\.1:\d+ answered 200$/),
    'send succeeded: edge have app/1',
    'make succeeded: the command succeeded on steady',
  ]);
  expect(told).toEqual(['pipeline waiting #1 tell', 'pipeline waiting #1 tell']);
  const lines = await log('waiting');
  expect(lines).toContain('tell: taken over from a process that ended');
  expect(lines.filter((line) => line === 'make: begun')).toHaveLength(1);
  expect((await here(listDistributions, { params: { name: 'app', version: '1' } })).items).toHaveLength(1);
});

it('SCALE-002 steps whose process is killed the moment that their work shows have done it once', async () => {
  await begin('working', [
    '{id: bundle, type: release-bundle, name: shop, version: "1", build: shop/1, needs: []}',
    '{id: promote, type: promote-build, build: shop/1, to: prod, status: released, needs: []}',
    '{id: move, type: move, from: stage/many, to: prod/many, needs: []}',
  ]);
  await expect.poll(async () => (await send('prod/many/59.txt')).status, { timeout: 120_000, interval: 1 }).toBe(200);
  await crash();
  expect(await ended('working')).toEqual([
    'bundle succeeded: the release bundle shop/1 was put together and signed',
    'promote succeeded: the build shop/1 was promoted to prod',
    'move succeeded: stage/many was moved to prod/many',
  ]);
  const { buildInfo } = (await (await send('api/build/shop/1')).json()) as { buildInfo: { statuses: { status: string }[] } };
  expect(buildInfo.statuses.map(({ status }) => status)).toEqual(['released']);
  expect((await here(listReleaseBundles, { query: { type: 'source', name: 'shop' } })).items).toHaveLength(1);
  const bodies = await Promise.all(files.map(async (file) => [(await send(`stage/${file}`)).status, await (await send(`prod/${file}`)).text()]));
  expect(bodies).toEqual(files.map((file) => [404, file]));
});
