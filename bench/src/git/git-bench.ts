import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { listGitRepositories, readVcsIntegration, selectGitRepositories } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { createIntegration } from '@packhouse/contract/scanning/integration-routes.ts';
import { type GitServer, startGitServer } from '@packhouse/testkit/git-server.ts';
import { startFakeGithub } from '@packhouse/testkit/vendors/fake-github.ts';
import { addRepository, type FakeVendor } from '@packhouse/testkit/vendors/fake-vendor.ts';
import pg from 'pg';
import { familyMemory, familyProcessorTime } from '../../../tools/serve/process-family.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { type Figure, findPart, spellMebibytes, spellMilliseconds, tellFigures } from '../load/write-table.ts';

/**
 * Repositories of source code of a platform as shipped; the vendor is a stand-in, the repositories are real and served by `git http-backend`:
 * `npm run bench:git -- [--repositories 10000] [--pushes 40] [--rounds 5] [--idle 30] [--write]`.
 */
const { values } = parseArgs({
  options: {
    repositories: { type: 'string', default: '10000' },
    pushes: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '5' },
    idle: { type: 'string', default: '30' },
    write: { type: 'boolean', default: false },
  },
});
const size = { repositories: Number(values.repositories), pushes: Number(values.pushes), rounds: Number(values.rounds), idle: Number(values.idle) };
const password = 'Benchmark-2-cores';
const lockFiles = 20;
const perFile = 1500;
const shop = 'acme/shop';
const say = (text: string) => void process.stdout.write(`bench: ${text}\n`);

interface Bench {
  server: PackhouseProcess;
  call: Call;
  git: GitServer;
  vendor: FakeVendor;
  database: pg.Client;
  key: string;
}

async function until(isTrue: () => boolean | Promise<boolean>, wait = 5): Promise<void> {
  while (!(await isTrue())) await setTimeout(wait);
}

/** A lock file of npm with so many packages, whose versions tell one round from another. */
function makeLock(name: string, packages: number, round: number): string {
  const entries = Array.from({ length: packages }, (_, at) => [`node_modules/${name}-${at}`, { version: `1.${round}.${at % 10}` }]);
  return JSON.stringify({ name, lockfileVersion: 3, packages: { '': { name }, ...Object.fromEntries(entries) } }, null, 2);
}

/** Commits files, sends the vendor's message, and waits for the status on that commit; answers the milliseconds since the message. */
async function push({ server, git, vendor, key }: Bench, files: Record<string, string>, round: string): Promise<number> {
  const sha = await git.commit(shop, files);
  const { id } = vendor.repositories.find(({ name }) => name === shop)!;
  const raw = JSON.stringify({ repository: { id }, after: sha });
  const { secret } = vendor.hooks[0]!;
  const from = performance.now();
  const answer = await fetch(`${server.url}/xray/api/v1/incoming/git/${key}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': round,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`,
    },
    body: raw,
  });
  if (answer.status !== 202) throw new Error(`the message was answered with ${answer.status}`);
  await until(() => vendor.statuses.some((status) => status.sha === sha));
  return performance.now() - from;
}

async function measurePushes(bench: Bench): Promise<Figure[]> {
  const { params } = { params: { integrationId: bench.key } };
  await bench.call(selectGitRepositories, { params, body: { all: false, patterns: [shop] } });
  await until(() => bench.vendor.statuses.length > 0 && bench.vendor.hooks.length > 0);
  const times: number[] = [];
  for (let round = 1; round <= size.pushes; round++) times.push(await push(bench, { 'web/package-lock.json': makeLock('web', 300, round) }, `push ${round}`));
  say('single lock files are measured');
  const many: number[] = [];
  const processor = familyProcessorTime(bench.server.pid);
  for (let round = 1; round <= size.rounds; round++) {
    const files = Array.from({ length: lockFiles }, (_, at) => [`part-${at}/package-lock.json`, makeLock(`part-${at}`, perFile, round)]);
    many.push(await push(bench, Object.fromEntries(files), `many ${round}`));
  }
  const used = (familyProcessorTime(bench.server.pid) - processor) / size.rounds;
  const all = (lockFiles * perFile).toLocaleString('en-GB');
  return [
    ['From the message of a push to the status on its commit, one lock file of 300 packages, half of them', spellMilliseconds(findPart(times, 0.5)), '–'],
    ['The same, 95 of 100', spellMilliseconds(findPart(times, 0.95)), '≤ 10 s'],
    [`A push that changes ${lockFiles} lock files with ${all} packages never seen before, half of them`, spellMilliseconds(findPart(many, 0.5)), '–'],
    ['The same, the slowest', spellMilliseconds(findPart(many, 1)), '≤ 10 s'],
    ['Processor time of all processes of the platform for it', spellMilliseconds(used), '–'],
  ];
}

async function measureList({ call, key }: Bench, query: object): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 40; round++) {
    const from = performance.now();
    await call(listGitRepositories, { params: { integrationId: key }, query });
    times.push(performance.now() - from);
  }
  return findPart(times, 0.95);
}

async function measureMany(bench: Bench, before: number): Promise<Figure[]> {
  const { server, call, database, key } = bench;
  const began = performance.now();
  await until(async () => (await call(readVcsIntegration, { params: { integrationId: key } })).repositories.total === size.repositories, 100);
  const listed = (performance.now() - began) / 1000;
  say(`${size.repositories} repositories are listed`);
  // All are chosen, and were looked at a moment ago.
  await database.query(`update scanning.git_repository set selected = true, next_look = now() + interval '1 day', looked_at = now()`);
  await database.query('analyze scanning.git_repository');
  const processor = familyProcessorTime(server.pid);
  await setTimeout(size.idle * 1000);
  const idle = (familyProcessorTime(server.pid) - processor) / size.idle;
  const memory = familyMemory(server.pid);
  const count = size.repositories.toLocaleString('en-GB');
  const rows: Figure[] = [
    [`Reading the list of ${count} repositories from the vendor, a hundred at a time`, `${listed.toFixed(1)} s`, '–'],
    [`Memory of all processes before, and with ${count} registered`, `${spellMebibytes(before)}, ${spellMebibytes(memory)}`, '≤ 60 MB more'],
    ['Processor time a second while nothing is due', spellMilliseconds(idle), '–'],
    ['A page of their list, 95 of 100', spellMilliseconds(await measureList(bench, {})), '≤ 100 ms'],
    ['A search in them, 95 of 100', spellMilliseconds(await measureList(bench, { search: 'part-77' })), '≤ 100 ms'],
  ];
  await database.query('update scanning.git_repository set selected = false');
  return rows;
}

const home = await mkdtemp(join(tmpdir(), 'packhouse-git-'));
const [git, vendor] = [await startGitServer(), await startFakeGithub()];
try {
  vendor.beside = git.handle;
  // By a name, as people give it; its lists name their next pages under the same.
  const url = vendor.url.replace('127.0.0.1', 'localhost');
  vendor.url = url;
  await git.create(shop, { 'README.md': 'nothing' });
  for (let at = 1; at < size.repositories; at++) addRepository(vendor, `acme/part-${at}`, { cloneUrl: `${url}/acme/part-${at}.git` });
  addRepository(vendor, shop, { cloneUrl: `${url}/${shop}.git` });
  const env = { PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8,::1/128', PACKHOUSE_BASE_URL: 'https://packages.example.org' };
  const server = await startPackhouse({ home, adminPassword: password, workers: 1, env });
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const call = createClient({ baseUrl: server.url, headers: () => ({ authorization }) });
  const database = new pg.Client({ connectionString: await getDatabase(home) });
  await database.connect();
  try {
    await setTimeout(5000);
    const before = familyMemory(server.pid);
    const body = { integrationName: 'Acme', token: vendor.token, userName: 'ann', url, vendorName: 'github' as const };
    const { key } = await call(createIntegration, { body });
    const bench = { server, call, git, vendor, database, key };
    const rows = await measureMany(bench, before);
    await tellFigures([...(await measurePushes(bench)), ...rows], 'git results', values.write);
  } finally {
    await database.end();
    await server.stop();
  }
} finally {
  await vendor.stop();
  await git.stop();
  await rm(home, { recursive: true, force: true });
}
