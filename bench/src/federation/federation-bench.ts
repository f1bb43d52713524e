import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { createToken, revokeToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createPairingToken, listTrustedDeployments, pairDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { executeFederation, readFederation, removeFederation } from '@packhouse/contract/mission-control/federation-routes.ts';
import { familyProcessorTime } from '../../../tools/serve/process-family.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { replaceTable } from '../report.ts';
import { countArrived, fillAccess } from './federation-data.ts';

const page = 'docs/performance.md';

/**
 * Two platforms as shipped, one of which sends all that it has to the other: `npm run bench:federation -- [--users 10000] [--permissions 1000] [--tokens 0] [--changes 100] [--write]`.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    permissions: { type: 'string', default: '1000' },
    tokens: { type: 'string', default: '0' },
    changes: { type: 'string', default: '100' },
    idle: { type: 'string', default: '60' },
    write: { type: 'boolean', default: false },
  },
});
const size = { users: Number(values.users), permissions: Number(values.permissions), tokens: Number(values.tokens) };
const told = `${size.users} users${size.tokens === 0 ? '' : ` with ${size.tokens} tokens`} and ${size.permissions} permissions`;
const changes = Number(values.changes);
const idleSeconds = Number(values.idle);
/** Tokens that are revoked one after the other. */
const revocations = 30;
const password = 'Benchmark-2-cores';
const say = (text: string) => void process.stdout.write(`bench: ${text}\n`);

interface Member {
  server: PackhouseProcess;
  database: string;
  call: Call;
}

async function startMember(home: string): Promise<Member> {
  const server = await startPackhouse({ home, adminPassword: password, workers: 1 });
  const basic = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  return { server, database: await getDatabase(home), call: createClient({ baseUrl: server.url, headers: () => ({ authorization: basic }) }) };
}

/** Milliseconds of processor time that these and their databases have taken so far. */
const getProcessorTime = (members: readonly Member[]) => members.reduce((all, { server }) => all + familyProcessorTime(server.pid), 0);

/** Processor time of both in a second, in milliseconds, while nobody asks for anything. */
async function measureIdle(members: readonly Member[]): Promise<number> {
  const before = getProcessorTime(members);
  await setTimeout(idleSeconds * 1000);
  return (getProcessorTime(members) - before) / idleSeconds;
}

/** Lets the source send everything to the target; answers the seconds until all is there and the link has nothing more to tell, and the seconds of processor time of both. */
async function measureFullSync(source: Member, target: Member): Promise<{ seconds: number; cost: number }> {
  const { token } = await target.call(createPairingToken, { body: { purposes: ['federation'], allowPrivate: true } });
  const { id } = await source.call(pairDeployment, { body: { token, allowPrivate: true } });
  const { self } = await source.call(listTrustedDeployments, {});
  const before = getProcessorTime([source, target]);
  const began = performance.now();
  await source.call(executeFederation, { body: { mode: 'star', source: self.id, targets: [id], entityTypes: ['USERS', 'GROUPS', 'PERMISSIONS', 'TOKENS'] } });
  for (;;) {
    const { links } = await source.call(readFederation, { params: { source: self.id } });
    if (links.length > 0 && links.every(({ state, behind }) => state === 'live' && behind === 0)) break;
    await setTimeout(250);
  }
  const seconds = (performance.now() - began) / 1000;
  const cost = (getProcessorTime([source, target]) - before) / 1000;
  const arrived = await countArrived(target.database);
  if (!isDeepStrictEqual(arrived, size)) throw new Error(`only ${JSON.stringify(arrived)} arrived`);
  return { seconds, cost };
}

/** Milliseconds from the answer that a change was made at the source until it is read at the target, one after the other. */
async function measureChanges(source: Member, target: Member): Promise<number[]> {
  const times: number[] = [];
  for (let number = 1; number <= changes; number++) {
    const params = { name: `bench-user-${1 + ((number * 37) % size.users)}` };
    const email = `change-${number}@example.test`;
    await source.call(updateUser, { params, body: { email } });
    const began = performance.now();
    while ((await target.call(readUser, { params })).email !== email) await setTimeout(10);
    times.push(performance.now() - began);
    if (times.at(-1)! > 2000) say(`change ${number} took ${times.at(-1)!.toFixed(0)} ms`);
    // Not in step with whatever happens each second.
    await setTimeout(Math.random() * 1000);
  }
  return times.sort((one, other) => one - other);
}

async function isAccepted({ server }: Member, token: string): Promise<boolean> {
  const answer = await fetch(`${server.url}/artifactory/api/repositories`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status !== 401;
}

/** Milliseconds from the answer that a token was revoked at the source until the target refuses it, one after the other. */
async function measureRevocations(source: Member, target: Member): Promise<number[]> {
  const times: number[] = [];
  for (let number = 1; number <= revocations; number++) {
    const { id, accessToken } = await source.call(createToken, { body: { userName: `bench-user-${number}` } });
    while (!(await isAccepted(target, accessToken))) await setTimeout(50);
    await source.call(revokeToken, { params: { id } });
    const began = performance.now();
    while (await isAccepted(target, accessToken)) await setTimeout(10);
    times.push(performance.now() - began);
    await setTimeout(Math.random() * 1000);
  }
  return times.sort((one, other) => one - other);
}

async function endFederation(source: Member): Promise<void> {
  const { self } = await source.call(listTrustedDeployments, {});
  await source.call(removeFederation, { params: { source: self.id }, query: {} });
  await setTimeout(5000);
}

const root = await mkdtemp(join(tmpdir(), 'packhouse-federation-'));
const started: Member[] = [];
try {
  for (const name of ['source', 'target']) started.push(await startMember(join(root, name)));
  const [source, target] = started as [Member, Member];
  await fillAccess(source.database, size);
  const { seconds, cost } = await measureFullSync(source, target);
  say(`everything was there after ${seconds.toFixed(1)} s, of which ${cost.toFixed(1)} s were worked`);
  const times = await measureChanges(source, target);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? Number.NaN;
  const revoked = await measureRevocations(source, target);
  await setTimeout(5000);
  const linked = await measureIdle(started);
  await endFederation(source);
  const alone = await measureIdle(started);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const rows: [string, string, string][] = [
    [`Everything of ${told}, until it is at the other one`, `${seconds.toFixed(1)} s`, '≤ 60 s'],
    ['The same, processor time of both and their databases', `${cost.toFixed(1)} s`, '–'],
    [`One change, half of ${changes}`, `${at(0.5).toFixed(0)} ms`, '–'],
    ['One change, 95 of 100', `${at(0.95).toFixed(0)} ms`, '≤ 2000 ms'],
    ['One change, the slowest', `${at(1).toFixed(0)} ms`, '–'],
    [`A token that was revoked, until the other one refuses it, half of ${revocations}`, `${revoked[Math.floor(revocations / 2)]!.toFixed(0)} ms`, '–'],
    ['The same, the slowest', `${revoked.at(-1)!.toFixed(0)} ms`, '≤ 2000 ms'],
    ['Processor time of both while nothing happens, with the link', `${linked.toFixed(0)} ms a second`, '–'],
    ['The same after the federation was ended', `${alone.toFixed(0)} ms a second`, '–'],
  ];
  const table = ['| What | Measured | Target |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
  process.stdout.write(`\n${table}\n\nload of the machine: ${load}\n`);
  if (values.write)
    await writeFile(page, replaceTable(await readFile(page, 'utf8'), `Load of the machine at the end: ${load}.\n\n${table}`, 'federation results'));
} finally {
  for (const { server } of started) await server.stop();
  await rm(root, { recursive: true, force: true });
}
