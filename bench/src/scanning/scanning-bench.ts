import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { createPolicy, type PolicyInput, updatePolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { createAdvisorySource, dumpPath } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { createWatch, previewPolicy } from '@packhouse/contract/scanning/watch-routes.ts';
import { familyMemory, familyProcessorTime } from '../../../tools/serve/process-family.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { replaceTable } from '../report.ts';
import { type Measured, measureReading, timeCalls } from './reading-rows.ts';
import { ScanningData } from './scanning-data.ts';

const page = 'docs/performance.md';

/**
 * Policies over many images of a platform as shipped: `npm run bench:scanning -- [--images 10000] [--reads 20] [--write]`.
 * Each image violates a policy ten times. With `--repositories 50000` the images lie in so many repositories, all of which one watch looks at.
 */
const { values } = parseArgs({
  options: {
    images: { type: 'string', default: '10000' },
    reads: { type: 'string', default: '20' },
    repositories: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
});
const repositories = Number(values.repositories);
const images = Number(values.images);
const reads = Number(values.reads);
const password = 'Benchmark-2-cores';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const libraries = 2000;
const many = (count: number) => count.toLocaleString('en-GB');
const say = (text: string) => void process.stdout.write(`bench: ${text}\n`);

interface Bench {
  server: PackhouseProcess;
  call: Call;
  data: ScanningData;
}

interface Judged {
  seconds: number;
  /** Bytes of memory by which the platform grew meanwhile at most. */
  grown: number;
  /** Milliseconds of processor time that all its processes took. */
  processor: number;
}

/** Does something and waits until all of it has been judged. */
async function judged({ server, data }: Bench, work: () => Promise<unknown>, isDone: (active: number) => boolean): Promise<Judged> {
  const worked = familyProcessorTime(server.pid);
  const before = familyMemory(server.pid);
  let most = before;
  const began = performance.now();
  await work();
  for (;;) {
    const { waiting, active } = await data.readProgress();
    most = Math.max(most, familyMemory(server.pid));
    if (waiting === 0 && isDone(active)) break;
    await setTimeout(200);
  }
  return { seconds: (performance.now() - began) / 1000, grown: most - before, processor: familyProcessorTime(server.pid) - worked };
}

const makePolicy = (min_severity: 'Critical' | 'Low', grace = 0): PolicyInput =>
  ({
    name: 'nothing-known',
    type: 'security',
    description: '',
    rules: [{ name: 'any', criteria: { min_severity }, actions: { block_download: { active: true, unscanned: false, grace_period_days: grace } } }],
  }) as PolicyInput;

const seconds = (figure: number) => `${figure.toFixed(figure < 10 ? 1 : 0)} s`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** A source, and a way to send it an advisory that every image is hit by. */
async function makeAdvisory({ call, server }: Bench): Promise<() => Promise<unknown>> {
  const { id } = await call(createAdvisorySource, { body: { name: 'advisories' } });
  const record = {
    schema_version: '1.7.5',
    id: 'GHSA-every-image',
    modified: '2026-01-02T00:00:00Z',
    summary: 'Every image can be harmed',
    affected: [
      { package: { ecosystem: 'npm', name: `library-${libraries}` }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.0.1' }] }] },
    ],
    database_specific: { severity: 'CRITICAL' },
  };
  return () =>
    fetch(`${server.url}${dumpPath(id)}`, { method: 'PUT', headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(record) });
}

/** What is judged, and how long that takes. */
async function measureJudging(bench: Bench): Promise<Measured[]> {
  const { call, data } = bench;
  await call(createRepository, { body: { class: 'local', key: 'images', format: 'docker' } });
  await judged(
    bench,
    () => data.fillImages('images', images, { libraries }),
    () => true,
  );
  await call(createPolicy, { body: makePolicy('Low') });
  const body = {
    general_data: { name: 'everything' },
    project_resources: { resources: [{ type: 'all-repos' as const }] },
    assigned_policies: [{ name: 'nothing-known' }],
  };
  const first = await judged(
    bench,
    () => call(createWatch, { body }),
    (active) => active === images * 10,
  );
  say(`${many(images * 10)} violations after ${seconds(first.seconds)}`);
  const advisory = await judged(bench, await makeAdvisory(bench), (active) => active === images * 11);
  say(`one advisory over ${many(images)} images after ${seconds(advisory.seconds)}`);
  await data.analyze();
  const preview = await timeCalls(() => call(previewPolicy, { body: makePolicy('Critical') }), 3);
  const put = (policy: PolicyInput) => () => call(updatePolicy, { params: { name: policy.name }, body: policy });
  const again = await judged(
    bench,
    async () => {
      await data.judgeAgain();
      await put(makePolicy('Low'))();
    },
    () => true,
  );
  const grace = await judged(bench, put(makePolicy('Low', 7)), () => true);
  const narrower = await judged(bench, put(makePolicy('Critical')), (active) => active < images * 11);
  const wider = await judged(bench, put(makePolicy('Low')), (active) => active === images * 11);
  await data.analyze();
  const grown = Math.max(first.grown, advisory.grown, grace.grown, narrower.grown, wider.grown);
  return [
    [`A watch over ${many(images)} images opens ${many(images * 10)} violations, and blocks every image`, seconds(first.seconds), '–'],
    ['The same, images judged a second', (images / first.seconds).toFixed(0), '≥ 1000'],
    ['Processor time of all processes for each of these images', `${(first.processor / images).toFixed(2)} ms`, '≤ 2 ms'],
    [`One advisory over ${many(images)} images, from its upload until every image violates`, seconds(advisory.seconds), '≤ 60 s'],
    [
      `All of them judged again while nothing changes, images a second`,
      `${(images / again.seconds).toFixed(0)} (${(again.processor / images).toFixed(2)} ms of processor time each)`,
      '≥ 1000',
    ],
    [`A policy gives days of grace: ${many(images * 11)} violations judged anew`, seconds(grace.seconds), '–'],
    ['A policy asks for less: nine of ten are over', seconds(narrower.seconds), '–'],
    ['It asks for all again', seconds(wider.seconds), '–'],
    ['Preview of a change, over the newest 2,000 images', preview, '–'],
    ['By how much all processes together grew while judging, at most', megabytes(grown), '–'],
  ];
}

/** One watch over very many repositories; nothing of it is put into the documentation's table. */
async function measureManyRepositories(bench: Bench): Promise<Measured[]> {
  const { call, data } = bench;
  const filled = await judged(
    bench,
    () => data.fillImages('many', images, { libraries, spread: repositories }),
    () => true,
  );
  say(`filled after ${seconds(filled.seconds)}`);
  await call(createPolicy, { body: makePolicy('Low') });
  const general = { general_data: { name: 'everything' }, assigned_policies: [{ name: 'nothing-known' }] };
  const watch = () => call(createWatch, { body: { ...general, project_resources: { resources: [{ type: 'all-repos' as const }] } } });
  const first = await judged(bench, watch, (active) => active === images * 10);
  await data.analyze();
  return [
    [`A watch over ${many(repositories)} repositories with ${many(images)} images opens ${many(images * 10)} violations`, seconds(first.seconds), '–'],
    ['By how much all processes together grew meanwhile, at most', megabytes(first.grown), '–'],
    ['Preview of a change, over the newest 2,000 images', await timeCalls(() => call(previewPolicy, { body: makePolicy('Critical') }), 3), '–'],
  ];
}

const home = await mkdtemp(join(tmpdir(), 'packhouse-scanning-'));
try {
  const start = () => startPackhouse({ home, adminPassword: password, workers: 1 });
  let server = await start();
  let data = await ScanningData.open(await getDatabase(home));
  if (repositories > 0) {
    await data.fillRepositories('many', repositories);
    await data.end();
    await server.stop();
    server = await start();
    data = await ScanningData.open(await getDatabase(home));
  }
  try {
    const bench = { server, data, call: createClient({ baseUrl: server.url, headers: () => ({ authorization }) }) };
    const rows = [...(await (repositories > 0 ? measureManyRepositories : measureJudging)(bench)), ...(await measureReading(bench.call, reads))];
    const table = ['| What | Measured | Target |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
    const load = (loadavg()[0] ?? 0).toFixed(1);
    process.stdout.write(`\n${table}\n\nload of the machine: ${load}\n`);
    if (values.write && repositories === 0)
      await writeFile(page, replaceTable(await readFile(page, 'utf8'), `Load of the machine at the end: ${load}.\n\n${table}`, 'scanning results'));
  } finally {
    await data.end();
    await server.stop();
  }
} finally {
  await rm(home, { recursive: true, force: true });
}
