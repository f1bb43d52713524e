import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { pauseHook } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook, deleteHook } from '@packhouse/contract/events/hook-routes.ts';
import { type FamilyShares, familyProcessorTime } from '../../../tools/serve/process-family.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { spellMebibytes } from '../load/write-table.ts';
import { replaceTable } from '../report.ts';
import { type BenchReceiver, startBenchReceiver } from './bench-receiver.ts';
import { measureDrain } from './drain.ts';
import { WebhooksData } from './webhooks-data.ts';

const page = 'docs/performance.md';

/**
 * Webhooks of a platform as shipped, whose receivers stand on the same machine:
 * `npm run bench:webhooks -- [--waiting 1000000] [--events 20000] [--webhooks 10000] [--seconds 30] [--only drain] [--write]`.
 */
const { values } = parseArgs({
  options: {
    waiting: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '20000' },
    webhooks: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '30' },
    only: { type: 'string', multiple: true, default: ['delays', 'fan-out', 'drain'] },
    write: { type: 'boolean', default: false },
  },
});
const size = { waiting: Number(values.waiting), events: Number(values.events), webhooks: Number(values.webhooks), seconds: Number(values.seconds) };
const password = 'Benchmark-2-cores';
const perSecond = 100;
const say = (text: string) => void process.stdout.write(`bench: ${text}\n`);

interface Bench {
  server: PackhouseProcess;
  call: Call;
  data: WebhooksData;
}

const makeKeys = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}-${at}`);

/** Makes a webhook that is told of what is deployed below a folder. */
async function makeWebhook({ call }: Bench, key: string, { url }: BenchReceiver, folder: string, parallel = 8): Promise<void> {
  const criteria = { anyLocal: true, includePatterns: [`${folder}/**`] };
  const handler = { handler_type: 'webhook' as const, url, secret: 'a secret', use_secret_for_signing: true };
  await call(createHook, { body: { key, parallel, event_filter: { domain: 'artifact', event_types: ['deployed'], criteria }, handlers: [handler] } });
}

async function until(isTrue: () => boolean | Promise<boolean>, wait = 50): Promise<void> {
  while (!(await isTrue())) await setTimeout(wait);
}

/** Events a second that become messages for ten webhooks each, which send nothing meanwhile, and milliseconds of processor time for each. */
async function measureFanOut(bench: Bench): Promise<{ rate: number; cost: number }> {
  const receiver = await startBenchReceiver();
  const keys = makeKeys('fan', 10);
  for (const key of keys) {
    await makeWebhook(bench, key, receiver, 'fan');
    await bench.call(pauseHook, { params: { key } });
  }
  const before = familyProcessorTime(bench.server.pid);
  const began = performance.now();
  for (let done = 0; done < size.events; done += 1000) await bench.data.deploy(`fan/${done}`, Math.min(1000, size.events - done));
  await until(async () => (await bench.data.countMessages()) >= size.events * keys.length, 200);
  const rate = size.events / ((performance.now() - began) / 1000);
  const cost = (familyProcessorTime(bench.server.pid) - before) / size.events;
  receiver.stop();
  await bench.data.forget();
  return { rate, cost };
}

const readDelays = (delays: readonly number[]) => {
  const at = (part: number) => delays[Math.min(delays.length - 1, Math.floor(part * delays.length))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
};

/** Milliseconds from an event until its message begins to arrive, at a hundred events a second that are committed one by one. */
async function measureDelays({ data }: Bench, receiver: BenchReceiver, folder: string): Promise<{ p50: number; p95: number }> {
  receiver.takeDelays();
  const wanted = receiver.count() + size.seconds * perSecond;
  const began = performance.now();
  for (let number = 0; number < size.seconds * perSecond; number++) {
    await setTimeout(Math.max(0, began + (number * 1000) / perSecond - performance.now()));
    await data.deploy(`${folder}/${number}`, 1);
  }
  await until(() => receiver.count() >= wanted);
  return readDelays(receiver.takeDelays());
}

type Row = readonly [what: string, measured: string, target: string];

async function tellDelays(bench: Bench): Promise<Row[]> {
  const receiver = await startBenchReceiver();
  const hanging = await startBenchReceiver({ hangs: true });
  try {
    await makeWebhook(bench, 'quick', receiver, 'told');
    const alone = await measureDelays(bench, receiver, 'told/alone');
    say(`told within ${alone.p95} ms`);
    await makeWebhook(bench, 'hanging', hanging, 'told');
    const beside = await measureDelays(bench, receiver, 'told/beside');
    await bench.call(deleteHook, { params: { key: 'hanging' } });
    await bench.data.copyWebhook('quick', size.webhooks);
    const among = await measureDelays(bench, receiver, 'told/among');
    await bench.data.forget();
    return [
      [`From commit to first byte at ${perSecond} a second, half of them`, `${alone.p50} ms`, '–'],
      ['The same, 95 of 100', `${alone.p95} ms`, '≤ 500 ms'],
      ['The same beside a receiver that never answers, 95 of 100', `${beside.p95} ms`, '–'],
      [`The same among ${size.webhooks.toLocaleString('en-GB')} webhooks that want other things, 95 of 100`, `${among.p95} ms`, '–'],
    ];
  } finally {
    receiver.stop();
    hanging.stop();
  }
}

async function tellFanOut(bench: Bench): Promise<Row[]> {
  const { rate, cost } = await measureFanOut(bench);
  say(`${rate.toFixed(0)} events a second become messages`);
  return [
    ['Events a second that become messages for ten webhooks each', rate.toFixed(0), '≥ 2000'],
    ['The same, processor time of the platform and its database for each event', `${cost.toFixed(2)} ms`, '–'],
  ];
}

async function tellDrain(bench: Bench): Promise<Row[]> {
  const receiver = await startBenchReceiver();
  try {
    const { rate, cost, seconds, memory, slow } = await measureDrain({
      ...bench,
      waiting: size.waiting,
      receiver,
      say,
      makeWebhook: (key) => makeWebhook(bench, key, receiver, 'drain'),
    });
    const spell = (share: keyof FamilyShares) => memory.map((one) => spellMebibytes(one[share])).join(', ');
    return [
      [`Messages a second, ${size.waiting.toLocaleString('en-GB')} that waited for eight webhooks`, rate.toFixed(0), '≥ 500'],
      ['The same, until all had arrived and were settled', `${seconds.toFixed(0)} s`, '–'],
      ['The same, processor time of the platform and its database for each', `${cost.toFixed(2)} ms`, '–'],
      ['The same, memory of the platform when it began, at most, at the end, and a minute later', spell('platform'), 'flat'],
      ["The same, that of its database's processes", spell('database'), '–'],
      ['The same, what those have touched of their shared buffers', spell('buffers'), '–'],
      ['The same, statements of the platform that took longer than 20 ms, and the longest', `${slow.count}, ${slow.longest.toFixed(0)} ms`, '0'],
    ];
  } finally {
    receiver.stop();
  }
}

const parts = { delays: tellDelays, 'fan-out': tellFanOut, drain: tellDrain };

async function measureAll(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, tell] of Object.entries(parts)) if (values.only.includes(name)) rows.push(...(await tell(bench)));
  return rows;
}

const home = await mkdtemp(join(tmpdir(), 'packhouse-webhooks-'));
try {
  const server = await startPackhouse({ home, adminPassword: password, workers: 1, env: { PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8,::1/128' } });
  const basic = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const data = await WebhooksData.open(await getDatabase(home));
  try {
    const rows = await measureAll({ server, data, call: createClient({ baseUrl: server.url, headers: () => ({ authorization: basic }) }) });
    const table = ['| What | Measured | Target |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
    const load = (loadavg()[0] ?? 0).toFixed(1);
    process.stdout.write(`\n${table}\n\nload of the machine: ${load}\n`);
    if (values.write)
      await writeFile(page, replaceTable(await readFile(page, 'utf8'), `Load of the machine at the end: ${load}.\n\n${table}`, 'webhook results'));
  } finally {
    await data.end();
    await server.stop();
  }
} finally {
  await rm(home, { recursive: true, force: true });
}
