import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { browseTree } from '@packhouse/contract/repositories/artifact-routes.ts';
import { listBuilds } from '@packhouse/contract/repositories/build-routes.ts';
import { listGarbageRuns, startGarbageRun } from '@packhouse/contract/repositories/garbage-routes.ts';
import { listPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { createRepository, listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { type ArtifactSearchType, readSearch } from '@packhouse/contract/repositories/search-query.ts';
import { searchArtifacts, searchSuggestions } from '@packhouse/contract/repositories/search-routes.ts';
import { readStorageSummary } from '@packhouse/contract/repositories/storage-routes.ts';
import { startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { fillDatabase, manyFolder, wordAt } from './search-data.ts';

/**
 * Searches in a platform with many artifacts, as its users make them, and opens what grows with them: `npm run bench:scale -- --artifacts 10000000`.
 * A `--home` is kept and used again. Prints one line for each kind of call and each kind of user, and what a garbage collection costs others.
 */
const { values } = parseArgs({
  options: { artifacts: { type: 'string', default: '1000000' }, searches: { type: 'string', default: '200' }, home: { type: 'string' } },
});
const password = 'Benchmark-2-cores';
/** All but scanning: the files have rows and no content, and a million of them that are looked for in vain would be what is measured. */
const services = 'access,repositories,distribution,events,mission-control,insight,pipelines';

const getHeaders = (user: string) => ({ authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` });
const pick = (seed: number, most: number) => Math.abs(Math.imul(seed, 2654435761) >> 3) % most;
const name = (seed: number) => `${wordAt(pick(seed, 400))}-${wordAt(pick(seed + 7, 400))}`;

function artifactSearch(type: ArtifactSearchType, line: (seed: number) => string) {
  return (call: Call, seed: number) => call(searchArtifacts, { params: { searchType: type }, query: {}, body: readSearch(line(seed)) });
}

const searches: Readonly<Record<string, (call: Call, seed: number) => Promise<unknown>>> = {
  'Type-ahead, 2 to 9 letters': (call, seed) => call(searchSuggestions, { query: { text: name(seed).slice(0, 2 + (seed % 8)) } }),
  'Packages by name': (call, seed) => call(listPackages, { query: { name: `${name(seed)}*`, limit: 50 } }),
  'Builds by name': (call, seed) => call(listBuilds, { query: { name: `${wordAt(pick(seed, 400))}-build` } }),
  'Builds, all of them': (call) => call(listBuilds, {}),
  'Artifacts, one word': artifactSearch('quick', (seed) => wordAt(pick(seed, 400))),
  'Artifacts, two words': artifactSearch('quick', name),
  'Artifacts, a pattern': artifactSearch('quick', (seed) => `${wordAt(pick(seed, 400))}*.tgz`),
  'Artifacts, what many have': artifactSearch('quick', () => '.jar'),
  'Artifacts, what none has': artifactSearch('quick', (seed) => `nothing${seed}`),
  'Artifacts, by folder in one repository': artifactSearch('quick', (seed) => `path:org/${wordAt(pick(seed, 400))} repo:bench-${seed % 100}`),
  'Artifacts, by property': artifactSearch('property', (seed) => `build.name=build-${seed % 1000}`),
  'Artifacts, by frequent property': artifactSearch('property', () => 'stage=dev'),
  'Artifacts, by checksum': artifactSearch('checksum', (seed) => seed.toString(16).padStart(64, '0')),
  'Classes in archives': artifactSearch('class', (seed) => `${wordAt(pick(seed, 400))}${seed % 100}`),
};

/** Where the page after the last one begins. */
let nextPage: string | undefined;

/** What an administrator looks at that would grow with everything that is stored. */
const views: Readonly<Record<string, (call: Call, seed: number) => Promise<unknown>>> = {
  'Storage summary': (call) => call(readStorageSummary, {}),
  'A folder with a tenth as many files, first page': (call) => call(browseTree, { body: { repoKey: 'bench-0', path: manyFolder } }),
  'The same, page after page': async (call) => {
    nextPage = (await call(browseTree, { body: { repoKey: 'bench-0', path: manyFolder, ...(nextPage !== undefined && { after: nextPage }) } })).next;
  },
};

async function measure(search: (call: Call, seed: number) => Promise<unknown>, call: Call, count: number): Promise<{ p50: number; p95: number }> {
  for (let seed = 0; seed < 10; seed++) await search(call, seed);
  const times: number[] = [];
  for (let seed = 10; seed < count + 10; seed++) {
    const from = performance.now();
    await search(call, seed);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(part * times.length)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

async function showEach(user: string, call: Call, calls: Readonly<Record<string, (call: Call, seed: number) => Promise<unknown>>>): Promise<void> {
  for (const [title, search] of Object.entries(calls)) {
    const { p50, p95 } = await measure(search, call, Number(values.searches));
    console.log(`| ${title} | ${user} | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`);
  }
}

/** Collects garbage among all blobs, and times meanwhile what users do all day. */
async function collectGarbage(admin: Call, download: () => Promise<void>): Promise<void> {
  const times: number[] = [];
  const time = async (work: () => Promise<unknown>) => {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  };
  const from = performance.now();
  const { id } = await admin(startGarbageRun, { body: { dryRun: false } });
  for (;;) {
    for (let turn = 0; turn < 20; turn++) {
      await time(download);
      await time(() => admin(browseTree, { body: { repoKey: 'bench-0', path: manyFolder } }));
    }
    const run = (await admin(listGarbageRuns, {})).items.find((one) => one.id === id);
    if (run?.status === 'failed') throw new Error('the garbage collection failed');
    if (run?.status !== 'finished') continue;
    times.sort((a, b) => a - b);
    const [seconds, half, most] = [(performance.now() - from) / 1000, times[Math.floor(times.length / 2)] ?? 0, times.at(-1) ?? 0];
    console.log(
      `search: ${run.examined} blobs looked at for garbage in ${seconds.toFixed(0)} s; ${times.length} calls meanwhile, half of them ${half.toFixed(1)} ms, over 100 ms ${times.filter((one) => one > 100).length}, the slowest ${most.toFixed(1)} ms`,
    );
    return;
  }
}

/** Users who may read everything, three small repositories, and parts of every repository. */
async function createUsers(admin: Call): Promise<void> {
  const permissions = { few: { names: ['bench-97', 'bench-98', 'bench-99'], include: [] }, parts: { names: ['ANY'], include: ['org/ka*/**'] } };
  for (const [user, resources] of Object.entries(permissions)) {
    await admin(createUser, { body: { name: user, email: `${user}@example.test`, password } });
    const section = { resourceType: 'repository' as const, ...resources, users: [{ name: user, actions: ['read' as const] }] };
    await admin(createPermission, { body: { name: user, sections: [section] } });
  }
}

/** Repositories, users and rows, unless the home has them from before. */
async function prepare(admin: Call, home: string, url: string): Promise<void> {
  const { items } = await admin(listRepositories, { query: { search: 'bench-99' } });
  if (items.length > 0) return;
  for (let number = 0; number < 100; number++) await admin(createRepository, { body: { class: 'local', key: `bench-${number}`, format: 'maven' } });
  await createUsers(admin);
  const first = await fetch(`${url}/artifactory/bench-0/${manyFolder}/first.bin`, { method: 'PUT', headers: getHeaders('admin'), body: 'x' });
  if (!first.ok) throw new Error(await first.text());
  const run = JSON.stringify({ name: 'first', number: '1', started: '2026-01-02T00:00:00.000+0000' });
  const build = await fetch(`${url}/artifactory/api/build`, {
    method: 'PUT',
    headers: { ...getHeaders('admin'), 'content-type': 'application/json' },
    body: run,
  });
  if (!build.ok) throw new Error(await build.text());
  await fillDatabase(await getDatabase(home), Number(values.artifacts));
}

const home = values.home ?? (await mkdtemp(join(tmpdir(), 'packhouse-search-')));
try {
  const server = await startPackhouse({ home, adminPassword: password, workers: 1, env: { PACKHOUSE_SERVICES: services } });
  const as = (user: string) => createClient({ baseUrl: server.url, headers: () => getHeaders(user) });
  try {
    await prepare(as('admin'), home, server.url);
    await showEach('admin', as('admin'), views);
    for (const user of ['admin', 'few', 'parts']) await showEach(user, as(user), searches);
    await collectGarbage(as('admin'), async () => {
      const answer = await fetch(`${server.url}/artifactory/bench-0/${manyFolder}/first.bin`, { headers: getHeaders('admin') });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
    });
  } finally {
    await server.stop();
  }
} finally {
  if (values.home === undefined) await rm(home, { recursive: true, force: true });
}
