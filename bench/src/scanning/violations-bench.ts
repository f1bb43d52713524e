import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { createPolicy, type PolicyInput } from '@packhouse/contract/scanning/policy-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { familyMemory } from '../../../tools/serve/process-family.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { npmPublish, npmVersion } from '../load/npm-publish.ts';
import { JudgedData } from './judged-data.ts';
import { type Measured, measureReading, pickTime } from './reading-rows.ts';

/**
 * Lists over very many violations, and downloads while very much content is blocked, of a platform as shipped:
 * `npm run bench:violations -- [--images 25000] [--each 200] [--blocked 1000000] [--reads 20] [--downloads 20000]`.
 * Violations are put into its database as judging leaves them; that is checked by having some judged again.
 */
const { values } = parseArgs({
  options: {
    images: { type: 'string', default: '25000' },
    each: { type: 'string', default: '200' },
    blocked: { type: 'string', default: '1000000' },
    reads: { type: 'string', default: '20' },
    downloads: { type: 'string', default: '20000' },
  },
});
const [images, each, blocked, reads, downloads] = [values.images, values.each, values.blocked, values.reads, values.downloads].map(Number) as [
  number,
  number,
  number,
  number,
  number,
];
const password = 'Benchmark-2-cores';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const judging = { watch: 'everything', policy: 'nothing-known', worst: 'worst', any: 'any' };
const many = (count: number) => count.toLocaleString('en-GB');
const say = (text: string) => void process.stdout.write(`bench: ${text}\n`);
const free = '/artifactory/small/free/-/free-1.0.0.tgz';
const connect = ({ url }: PackhouseProcess): Call => createClient({ baseUrl: url, headers: () => ({ authorization }) });

const policy = {
  name: judging.policy,
  type: 'security',
  description: '',
  rules: [
    {
      name: judging.worst,
      criteria: { min_severity: 'Critical' },
      actions: { block_download: { active: true, unscanned: false, grace_period_days: 0 } },
    },
    { name: judging.any, criteria: { min_severity: 'Low' }, actions: {} },
  ],
} as PolicyInput;

async function prepare(server: PackhouseProcess): Promise<void> {
  const call = connect(server);
  for (const [key, format] of [
    ['images', 'docker'],
    ['kept', 'npm'],
    ['small', 'npm'],
  ] as const)
    await call(createRepository, { body: { class: 'local', key, format } });
  await npmPublish({ url: `${server.url}/artifactory/api/npm/small`, headers: { authorization } }, await npmVersion('free', '1.0.0'));
  await call(createPolicy, { body: policy });
  const body = {
    general_data: { name: judging.watch },
    project_resources: { resources: [{ type: 'all-repos' as const }] },
    assigned_policies: [{ name: policy.name }],
  };
  await call(createWatch, { body });
}

/** Milliseconds of downloads one after the other. */
async function timeDownloads({ url }: PackhouseProcess, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let number = -2000; number < count; number++) {
    const from = performance.now();
    const answer = await fetch(url + free, { headers: { authorization } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`A download was answered by ${answer.status}`);
    if (number >= 0) times.push(performance.now() - from);
  }
  return times;
}

const tell = (times: readonly number[]) => `${pickTime(times, 0.5).toFixed(2)} / ${pickTime(times, 0.99).toFixed(2)} ms`;

/** @throws Error where judging some versions changes anything */
async function requireJudged(data: JudgedData): Promise<void> {
  const before = await data.readProgress();
  await data.judgeAgain(200);
  for (;;) {
    const { waiting, ...now } = await data.readProgress();
    if (waiting > 0) {
      await setTimeout(500);
      continue;
    }
    if (now.active !== before.active || now.blocked !== before.blocked)
      throw new Error(`Judging found ${now.active} violations where ${before.active} were written`);
    return;
  }
}

const home = await mkdtemp(join(tmpdir(), 'packhouse-violations-'));
try {
  const start = () => startPackhouse({ home, adminPassword: password, workers: 1 });
  let server = await start();
  await prepare(server);
  // Both are measured right after a start.
  await server.stop();
  server = await start();
  const plain = await timeDownloads(server, downloads);
  const empty = familyMemory(server.pid);
  let data = await JudgedData.open(await getDatabase(home), judging);
  await data.fillKnowledge();
  const began = performance.now();
  const tellProgress = (done: number) => {
    if (done % 500_000 === 0) say(`${many(done)} violations after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  };
  await data.fillImages('images', images, each, tellProgress);
  await data.fillBlocked('kept', blocked, tellProgress);
  await data.settle();
  await data.end();
  // What is blocked is told by events, which nobody wrote here: a start reads all of it.
  await server.stop();
  server = await start();
  data = await JudgedData.open(await getDatabase(home), judging);
  try {
    await requireJudged(data);
    const progress = await data.readProgress();
    const guarded = await timeDownloads(server, downloads);
    const rows: Measured[] = [
      [`Download of a small file while nothing is blocked, p50 and p99`, tell(plain), '–'],
      [`The same while ${many(progress.blocked)} contents are blocked`, tell(guarded), 'p99 + 0.2 ms'],
      ['By how much all processes together are larger then', `${((familyMemory(server.pid) - empty) / 1e6).toFixed(0)} MB`, '–'],
      [`Active violations in the lists below`, many(progress.active), '–'],
      ...(await measureReading(connect(server), reads)),
    ];
    process.stdout.write(`\n${['| What | Measured | Target |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')}\n`);
    say(`load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)}`);
  } finally {
    await data.end();
    await server.stop();
  }
} finally {
  await rm(home, { recursive: true, force: true });
}
