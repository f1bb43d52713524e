import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { createPipeline, decideApproval, listRuns, runPipeline } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { familyMemory, familyProcessorTime } from '../../../tools/serve/process-family.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { type Figure, findPart, spellMebibytes, spellMilliseconds, tellFigures } from '../load/write-table.ts';
import { PipelinesData } from './pipelines-data.ts';

/**
 * Pipelines of a platform as shipped: how soon a step begins, and what runs cost that wait for people:
 * `npm run bench:pipelines -- [--runs 300] [--waiting 1000] [--idle 30] [--write]`.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '300' },
    waiting: { type: 'string', default: '1000' },
    idle: { type: 'string', default: '30' },
    write: { type: 'boolean', default: false },
  },
});
const size = { runs: Number(values.runs), waiting: Number(values.waiting), idle: Number(values.idle) };
const password = 'Benchmark-2-cores';
/** Calls at a time. */
const width = 8;
const perSecond = 10;
const say = (text: string) => void process.stdout.write(`bench: ${text}\n`);

interface Bench {
  server: PackhouseProcess;
  call: Call;
  data: PipelinesData;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await setTimeout(50);
}

const mark = "{id: mark, type: set-properties, path: libs/a.txt, properties: {seen: 'yes'}}";

const create = ({ call }: Bench, name: string, steps: readonly string[]) =>
  call(createPipeline, { body: { document: `name: ${name}\non: [manual]\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}` } });

/** Does something for each of so many numbers, a few at a time; answers how many a second. */
async function forEachNumber(count: number, work: (number: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let next = 1;
  const lane = async () => {
    while (next <= count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return count / ((performance.now() - began) / 1000);
}

/** Runs of one short step, started at a steady rate. */
async function measureStart(bench: Bench): Promise<Figure[]> {
  await create(bench, 'quick', [mark]);
  const began = performance.now();
  for (let number = 0; number < size.runs; number++) {
    await setTimeout(Math.max(0, began + (number * 1000) / perSecond - performance.now()));
    await bench.call(runPipeline, { params: { name: 'quick' }, body: {} });
  }
  await until(async () => (await bench.data.countEnded('quick')) === size.runs);
  const { begun, ended } = await bench.data.readDelays('quick');
  return [
    [`From the start of a run until its first step begins, ${perSecond} a second, half of them`, spellMilliseconds(findPart(begun, 0.5)), '–'],
    ['The same, 95 of 100', spellMilliseconds(findPart(begun, 0.95)), '≤ 500 ms'],
    ['Until a run of one short step has ended, 95 of 100', spellMilliseconds(findPart(ended, 0.95)), '–'],
  ];
}

/** Runs that ask somebody, all at once; then somebody decides them all. */
async function measureWaiting(bench: Bench): Promise<Figure[]> {
  await create(bench, 'asking', ['{id: ask, type: approval, users: [admin]}', mark]);
  const before = familyMemory(bench.server.pid);
  const started = await forEachNumber(size.waiting, () => bench.call(runPipeline, { params: { name: 'asking' }, body: {} }));
  await until(async () => (await bench.data.countSteps('asking', 'waiting')) === size.waiting);
  say(`${size.waiting} runs wait`);
  const processor = familyProcessorTime(bench.server.pid);
  await setTimeout(size.idle * 1000);
  const idle = (familyProcessorTime(bench.server.pid) - processor) / size.idle;
  const held = familyMemory(bench.server.pid);
  const lists: number[] = [];
  for (let round = 0; round < 40; round++) {
    const from = performance.now();
    await bench.call(listRuns, { params: { name: 'asking' }, query: {} });
    lists.push(performance.now() - from);
  }
  const began = performance.now();
  await forEachNumber(size.waiting, (number) =>
    bench.call(decideApproval, { params: { name: 'asking', number, step: 'ask' }, body: { approve: true, comment: 'measured' } }),
  );
  await until(async () => (await bench.data.countEnded('asking')) === size.waiting);
  const ended = size.waiting / ((performance.now() - began) / 1000);
  const after = familyMemory(bench.server.pid);
  const count = size.waiting.toLocaleString('en-GB');
  return [
    [`Runs started a second, until ${count} wait for somebody`, started.toFixed(0), '–'],
    [`Memory of all processes before, with ${count} waiting, and after all have ended`, [before, held, after].map(spellMebibytes).join(', '), 'flat'],
    [`Processor time a second while ${count} wait`, spellMilliseconds(idle), '–'],
    ['The list of their runs, 95 of 100', spellMilliseconds(findPart(lists, 0.95)), '≤ 100 ms'],
    ['Runs that were approved, went on and ended, a second', ended.toFixed(0), '–'],
  ];
}

const home = await mkdtemp(join(tmpdir(), 'packhouse-pipelines-'));
try {
  const server = await startPackhouse({ home, adminPassword: password, workers: 1 });
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const call = createClient({ baseUrl: server.url, headers: () => ({ authorization }) });
  const data = await PipelinesData.open(await getDatabase(home));
  try {
    const bench = { server, call, data };
    await call(createRepository, { body: { class: 'local', key: 'libs', format: 'generic' } });
    await fetch(`${server.url}/artifactory/libs/a.txt`, { method: 'PUT', body: 'a', headers: { authorization } });
    const rows = await measureStart(bench);
    say('runs of one step are measured');
    await tellFigures([...rows, ...(await measureWaiting(bench))], 'pipeline results', values.write);
  } finally {
    await data.end();
    await server.stop();
  }
} finally {
  await rm(home, { recursive: true, force: true });
}
