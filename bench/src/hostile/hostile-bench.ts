import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { createFirewallRule, type FirewallCondition } from '@packhouse/contract/repositories/firewall-routes.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { type Platform, startPlatform } from '../peers/platform.ts';
import { replaceTable } from '../report.ts';
import { type LoopWait, longestWaits, type ProcessKind } from './loop-delays.ts';
import { type Bomb, uploadBombs } from './upload-bombs.ts';
import { judgedKeys, listings, remoteKey, startHostileUpstream, upstreamBombs } from './upstream-bombs.ts';

const page = 'docs/limits.md';
/** Milliseconds that nobody should wait for what somebody else sends. */
const goal = 50;

/**
 * Throws everything that is made to keep a process busy at a platform, and measures how long the loops of its processes were held up:
 * `npm run bench:hostile -- [--rounds 3] [--only TITLE] [--write]`. What else the machine does holds loops up, too, so the least of the rounds
 * counts for each, and it is said how much of a wait the process itself worked.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, only: { type: 'string', default: '' }, write: { type: 'boolean', default: false } },
});

const rounds = Number(values.rounds);

interface Thrown {
  readonly title: string;
  readonly status: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly waits: Readonly<Record<ProcessKind, LoopWait>>;
}

async function makeRepositories(call: Call, upstream: string): Promise<void> {
  const locals: readonly FormatId[] = ['debian', 'maven', 'helm', 'cargo', 'npm', 'pypi', 'nuget', 'docker'];
  for (const format of locals) await call(createRepository, { body: { class: 'local', key: `hostile-${format}`, format } });
  await call(createRepository, { body: { class: 'local', key: 'hostile-state', format: 'terraform' } });
  for (let round = 0; round < rounds; round++)
    for (const [key, { format, isJudged }] of new Map(listings.map((one) => [remoteKey(one, round), one])))
      await call(createRepository, {
        body: { class: 'remote', key, format, settings: { url: isJudged ? `${upstream}/judged` : upstream, allowPrivate: true } },
      });
  const conditions: FirewallCondition[] = [{ kind: 'age', days: 365 }, { kind: 'licence', allowed: true, licences: ['MIT'] }, { kind: 'deprecated' }];
  for (const condition of conditions)
    await call(createFirewallRule, { body: { name: condition.kind, mode: 'enforce', repositories: [judgedKeys], condition } });
}

/** Sends it, and reads the answer; 0 stands for a connection that was closed while much was still to be sent. */
async function send(platform: Platform, { method, path, body, contentType }: Bomb): Promise<number> {
  const headers = { ...platform.headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) };
  try {
    const answer = await fetch(platform.url + path, { method, headers, ...(body === undefined ? {} : { body: Uint8Array.from(body) }) });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    if (error instanceof TypeError) return 0;
    throw error;
  }
}

async function throwOne(platform: Platform, folder: string, bomb: Bomb): Promise<Thrown> {
  await longestWaits(folder);
  const began = performance.now();
  const status = await send(platform, bomb);
  const seconds = (performance.now() - began) / 1000;
  // What an upload leaves to be done belongs to it.
  await setTimeout(200);
  return { title: bomb.title, status, bytes: bomb.body?.length ?? 0, seconds, waits: await longestWaits(folder) };
}

const kinds = ['HTTP worker', 'primary'] as const;

function lesser(one: Thrown, other: Thrown): Thrown {
  const least = (kind: ProcessKind): LoopWait => ({
    kind,
    milliseconds: Math.min(one.waits[kind].milliseconds, other.waits[kind].milliseconds),
    work: Math.min(one.waits[kind].work, other.waits[kind].work),
  });
  return { ...other, seconds: one.seconds, waits: { 'HTTP worker': least('HTTP worker'), primary: least('primary') } };
}

const describeWait = ({ milliseconds, work }: LoopWait) => `${milliseconds.toFixed(0)} ms, ${work.toFixed(0)} ms`;

async function throwAll(platform: Platform, folder: string, bombs: readonly Bomb[]): Promise<readonly Thrown[]> {
  const least = new Map<string, Thrown>();
  for (let round = 0; round < rounds; round++)
    for (const bomb of [...bombs, ...upstreamBombs(round)].filter(({ title }) => title.includes(values.only))) {
      const thrown = await throwOne(platform, folder, bomb);
      const before = least.get(bomb.title);
      least.set(bomb.title, before ? lesser(before, thrown) : thrown);
      const waits = kinds.map((kind) => `${kind} ${describeWait(thrown.waits[kind])}`).join('; ');
      console.log(`bench: ${bomb.title}: ${thrown.status} in ${thrown.seconds.toFixed(2)} s; held up, and worked: ${waits}`);
    }
  return [...least.values()];
}

const size = (bytes: number) => (bytes === 0 ? '–' : `${(bytes / 1024 / 1024).toFixed(1)} MB`);
const table = (all: readonly Thrown[]) =>
  [
    '| What | Sent | Answered | After | Longest wait at an HTTP worker, longest work | In the primary |',
    '|---|---|---|---|---|---|',
    ...all.map(({ title, bytes, status, seconds, waits }) =>
      [
        `| ${title}`,
        size(bytes),
        status === 0 ? 'closed' : status,
        `${seconds.toFixed(1)} s`,
        describeWait(waits['HTTP worker']),
        `${describeWait(waits.primary)} |`,
      ].join(' | '),
    ),
  ].join('\n');

const root = await mkdtemp(join(tmpdir(), 'packhouse-bench-hostile-'));
const folder = join(root, 'loops');
process.env.LOOP_WATCH_FOLDER = folder;
process.env.PACKHOUSE_BENCH_NODE = `${process.env.PACKHOUSE_BENCH_NODE ?? ''} --import ${new URL('./loop-watch.ts', import.meta.url).href}`;
const upstream = await startHostileUpstream();
try {
  const platform = await startPlatform(join(root, 'home'));
  try {
    await makeRepositories(createClient({ baseUrl: platform.url, headers: () => platform.headers }), upstream.url);
    const nothing: Bomb = { title: 'nothing but a question', method: 'GET', path: '/artifactory/api/system/ping' };
    const all = await throwAll(platform, folder, [nothing, ...(await uploadBombs())]);
    console.log(`\n${table(all)}\n\nload of the machine: ${loadavg()[0]?.toFixed(1)}`);
    const over = all.filter(({ waits }) => waits['HTTP worker'].milliseconds > goal);
    console.log(over.length === 0 ? `no HTTP worker was held up longer than ${goal} ms` : `over ${goal} ms: ${over.map(({ title }) => title).join('; ')}`);
    if (values.write) await writeFile(page, replaceTable(await readFile(page, 'utf8'), table(all), 'waits'));
  } finally {
    await platform.server.stop();
  }
} finally {
  upstream.stop();
  await rm(root, { recursive: true, force: true });
}
