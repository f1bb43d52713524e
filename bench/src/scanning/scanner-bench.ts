import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { createPolicy, type PolicyInput } from '@packhouse/contract/scanning/policy-routes.ts';
import { createAdvisorySource, dumpPath } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { familyProcessorTime, familyShares } from '../../../tools/serve/process-family.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { pushImage } from '../load/container-push.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { closeConnections } from '../load/http-request.ts';
import { npmPublish } from '../load/npm-publish.ts';
import { type Measured, pickTime } from './reading-rows.ts';
import { makeLayer, makePackage } from './scanned-content.ts';
import { ScanningData } from './scanning-data.ts';

/**
 * Packages and images that come one after the other for minutes: how large all processes are meanwhile, and how long it takes from the end of a publication until a violation is told.
 * `npm run bench:scanner -- [--minutes 10] [--beside 2]`.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, beside: { type: 'string', default: '2' } } });
const minutes = Number(values.minutes);
const password = 'Benchmark-2-cores';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const headers = { authorization };
/** Nothing is published while so many versions wait for their scan. */
const mostWaiting = 40;
/** Milliseconds from one violation to the next harmful package. */
const pause = 1000;
const say = (text: string) => void process.stdout.write(`bench: ${text}\n`);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

interface Bench {
  server: PackhouseProcess;
  call: Call;
  data: ScanningData;
  isOver: () => boolean;
}

async function prepare({ server, call }: Pick<Bench, 'server' | 'call'>): Promise<void> {
  await call(createRepository, { body: { class: 'local', key: 'js', format: 'npm' } });
  await call(createRepository, { body: { class: 'local', key: 'images', format: 'docker' } });
  const { id } = await call(createAdvisorySource, { body: { name: 'advisories', covers: ['npm'] } });
  const record = {
    schema_version: '1.7.5',
    id: 'BENCH-1',
    modified: '2026-01-02T00:00:00Z',
    summary: 'It can be harmed',
    affected: [{ package: { ecosystem: 'npm', name: 'harmful' }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }] }],
    database_specific: { severity: 'HIGH' },
  };
  await fetch(`${server.url}${dumpPath(id)}`, { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(record) });
  const rules = [{ name: 'any', criteria: { min_severity: 'Low' }, actions: {} }];
  await call(createPolicy, { body: { name: 'any', type: 'security', description: '', rules } as PolicyInput });
  const project_resources = { resources: [{ type: 'all-repos' as const }] };
  await call(createWatch, { body: { general_data: { name: 'everything' }, project_resources, assigned_policies: [{ name: 'any' }] } });
}

/** Publishes until time is over, as fast as the scanner follows. */
async function publishAll({ server, isOver }: Bench, lane: number): Promise<void> {
  const data = await ScanningData.open(await getDatabase(server.home));
  const registry = { url: `${server.url}/artifactory/api/npm/js`, headers };
  for (let number = 0; !isOver(); number++) {
    while ((await data.countWaiting()) > mostWaiting) await setTimeout(100);
    const name = `lane-${lane}-${number}`;
    if (number % 10 === 9) await pushImage({ url: `${server.url}/v2/images/${name}`, headers }, '1', [await makeLayer(name), await makeLayer(`${name} more`)]);
    else await npmPublish(registry, await makePackage(name, '1.0.0'));
  }
  await data.end();
}

/** Publishes what is harmful, now and then; answers milliseconds until each violation is told. */
async function watchViolations({ server, call, isOver }: Bench): Promise<number[]> {
  const registry = { url: `${server.url}/artifactory/api/npm/js`, headers };
  const times: number[] = [];
  while (!isOver()) {
    const version = `1.0.${times.length}`;
    await npmPublish(registry, await makePackage('harmful', version));
    const from = performance.now();
    while ((await call(listViolations, { query: { num_of_rows: 25 }, body: { packageId: 'npm://harmful', version } })).total_count === 0) await setTimeout(50);
    times.push(performance.now() - from);
    await setTimeout(pause);
  }
  return times;
}

/** Memory at one moment, by who takes it: what is read of the database fills its buffers in the first minutes. */
type Sizes = ReadonlyMap<string, number>;
const sum = (sizes: Sizes) => [...sizes.values()].reduce((all, size) => all + size, 0);

/** Looks at all processes every five seconds. */
async function watchMemory({ server, data, isOver }: Bench): Promise<Sizes[]> {
  const all: Sizes[] = [];
  for (let at = 0; !isOver(); at++) {
    await setTimeout(5000);
    const { platform, database, buffers } = familyShares(server.pid);
    const sizes = new Map([
      ['platform', platform],
      ['database', database],
      ['buffers of the database', buffers],
    ]);
    all.push(sizes);
    const parts = [...sizes].map(([name, size]) => `${name} ${megabytes(size)}`).join(', ');
    if (at % 6 === 5) say(`${megabytes(sum(sizes))} (${parts}), ${await data.countScanned()} versions scanned`);
  }
  return all;
}

/** Rows of memory: the second tenth of the time against the last one, since the first one warms up. */
function describeMemory(all: readonly Sizes[]): Measured[] {
  const tenth = Math.max(1, Math.floor(all.length / 10));
  const [early, late] = [all.slice(tenth, 2 * tenth), all.slice(-tenth)];
  const tell = (pick: (sizes: Sizes) => number, of: readonly Sizes[]) => megabytes(pickTime(of.map(pick), 0.5));
  const kinds = [...new Set(all.flatMap((sizes) => [...sizes.keys()]))].sort();
  return [
    ['All processes together, after a tenth of the time', tell(sum, early), '–'],
    ['The same at the end', tell(sum, late), 'as before'],
    ['The largest in between', megabytes(Math.max(...all.map(sum))), '–'],
    ...kinds.map((kind): Measured => {
      const pick = (sizes: Sizes) => sizes.get(kind) ?? 0;
      return [`Of it: ${kind}, after a tenth of the time and at the end`, `${tell(pick, early)} / ${tell(pick, late)}`, '–'];
    }),
  ];
}

const server = await startPackhouse({ adminPassword: password, workers: 1 });
try {
  const call = createClient({ baseUrl: server.url, headers: () => headers });
  await prepare({ server, call });
  const data = await ScanningData.open(await getDatabase(server.home));
  const end = performance.now() + minutes * 60_000;
  const bench: Bench = { server, call, data, isOver: () => performance.now() > end };
  const processor = familyProcessorTime(server.pid);
  const lanes = Promise.all(Array.from({ length: Number(values.beside) }, (_, lane) => publishAll(bench, lane)));
  const [sizes, times] = await Promise.all([watchMemory(bench), watchViolations(bench), lanes]);
  while ((await data.countWaiting()) > 0) await setTimeout(500);
  const scanned = await data.countScanned();
  await data.end();
  const rows: Measured[] = [
    [`Versions that were published and scanned in ${minutes} minutes`, String(scanned), '–'],
    ['Processor time of all processes for each of them', `${((familyProcessorTime(server.pid) - processor) / scanned).toFixed(0)} ms`, '–'],
    ...describeMemory(sizes),
    [
      `From the end of a publication until its violation is told, p50 and p95 of ${times.length}`,
      `${(pickTime(times, 0.5) / 1000).toFixed(1)} / ${(pickTime(times, 0.95) / 1000).toFixed(1)} s`,
      '≤ 10 s (p95)',
    ],
  ];
  process.stdout.write(`\n${['| What | Measured | Target |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')}\n`);
  say(`load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)}`);
} finally {
  closeConnections();
  await server.remove();
}
