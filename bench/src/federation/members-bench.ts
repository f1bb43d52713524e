import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { startDatabase } from '@packhouse/testkit/start-database.ts';
import { familyProcessorTime } from '../../../tools/serve/process-family.ts';
import { fillAccess } from './federation-data.ts';
import { awaitEmail, endFederation, federate, type Member, pair, requireSame, startMember } from './members.ts';

/**
 * Many platforms, each a process of its own, on databases of one PostgreSQL: first all of them share what the first one has, then so many of them share everything with each
 * other: `npm run bench:federation-members -- [--members 20] [--mesh 20] [--users 1000] [--permissions 100] [--changes 20] [--idle 60]`.
 */
const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '20' },
    mesh: { type: 'string', default: '20' },
    users: { type: 'string', default: '1000' },
    permissions: { type: 'string', default: '100' },
    changes: { type: 'string', default: '20' },
    idle: { type: 'string', default: '60' },
  },
});
const [wanted, ofMesh, changes, idleSeconds] = [values.members, values.mesh, values.changes, values.idle].map(Number) as [number, number, number, number];
const size = { users: Number(values.users), permissions: Number(values.permissions), tokens: 0 };
const say = (text: string) => void process.stdout.write(`bench: ${text}\n`);

type Members = readonly [Member, ...Member[]];
const rows: [string, string][] = [];
function tell(what: string, measured: string): void {
  rows.push([what, measured]);
  say(`${what}: ${measured}`);
}
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Milliseconds of processor time that all platforms and the database have taken so far. */
function getProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return familyProcessorTime(process.pid) - (user + system) / 1000;
}

/** Processor time of all in a second, in milliseconds, while nobody asks for anything. */
async function measureIdle(): Promise<number> {
  await setTimeout(10_000);
  const before = getProcessorTime();
  await setTimeout(idleSeconds * 1000);
  return (getProcessorTime() - before) / idleSeconds;
}

/** Changes users at the first one, or at one after the other, and tells when all others have heard of it. */
async function measureChanges(members: Members, what: string, isAnywhere: boolean): Promise<void> {
  const last: number[] = [];
  const each: number[] = [];
  const before = getProcessorTime();
  for (let number = 1; number <= changes; number++) {
    const at = members[isAnywhere ? number % members.length : 0]!;
    const [name, email] = [`bench-user-${number}`, `${what}-${number}@example.test`];
    await at.call(updateUser, { params: { name }, body: { email } });
    const times = await awaitEmail(
      members.filter((one) => one !== at),
      name,
      email,
    );
    each.push(...times);
    last.push(times.at(-1)!);
    await setTimeout(500 + Math.random() * 1000);
  }
  const cost = (getProcessorTime() - before) / changes;
  const middle = (all: number[]) => all.sort((one, other) => one - other)[Math.floor(all.length / 2)]!.toFixed(0);
  tell(`One change in a ${what}, until half of the others have it, and until all have`, `${middle(each)} ms, ${middle(last)} ms`);
  tell('The same, the slowest of all, and processor time of all for each change', `${Math.max(...last).toFixed(0)} ms, ${cost.toFixed(0)} ms`);
}

/** Kills one, changes something, and starts it again. */
async function measureAbsence(members: Members): Promise<void> {
  const [first, ...others] = members;
  const [away, ...there] = others.toReversed() as [Member, ...Member[]];
  process.kill(-away.server.pid, 'SIGKILL');
  await away.server.stop();
  const [name, email] = ['bench-user-1', 'away@example.test'];
  await first.call(updateUser, { params: { name }, body: { email } });
  const times = await awaitEmail(there, name, email);
  await setTimeout(30_000);
  await away.again();
  const [healed] = await awaitEmail([away], name, email);
  tell('One target is off: a change, until all others have it', `${times.at(-1)!.toFixed(0)} ms`);
  tell('The same, from when it answers again until it has it', `${healed!.toFixed(0)} ms`);
}

async function measureStar(members: Members): Promise<void> {
  const links = members.length - 1;
  for (const other of members.slice(1)) await pair(members[0], other);
  const alone = await measureIdle();
  const before = getProcessorTime();
  const took = await federate(members, 'star');
  const entries = await requireSame(members, members[0].id);
  const all = `Everything of ${size.users} users and ${size.permissions} permissions (${entries} entries), until it is at ${links} targets`;
  tell(all, `${seconds(took)}, ${seconds(getProcessorTime() - before)} of processor time`);
  await measureChanges(members, 'star', false);
  await measureAbsence(members);
  const linked = await measureIdle();
  tell(
    `Processor time of all ${members.length} while nothing happens, before and with ${links} links`,
    `${alone.toFixed(0)} and ${linked.toFixed(0)} ms a second`,
  );
  await requireSame(members, members[0].id);
  await endFederation(members[0]);
}

async function measureMesh(members: Members): Promise<void> {
  for (const [index, one] of members.slice(1).entries()) for (const other of members.slice(index + 2)) await pair(one, other);
  const links = members.length * (members.length - 1);
  const before = getProcessorTime();
  const took = await federate(members, 'mesh');
  tell(`A mesh of ${members.length}, until all ${links} links are up to date`, `${seconds(took)}, ${seconds(getProcessorTime() - before)} of processor time`);
  await measureChanges(members, 'mesh', true);
  const linked = await measureIdle();
  tell(`Processor time of all while nothing happens, with ${links} links`, `${linked.toFixed(0)} ms a second`);
  tell('Entries that all of them hold alike in the end', String(await requireSame(members)));
}

// Each platform is ended when this ends.
process.setMaxListeners(0);
const root = await mkdtemp(join(tmpdir(), 'packhouse-members-'));
const postgres = await startDatabase(root);
const started: Member[] = [];
try {
  for (let number = 1; number <= wanted; number++) started.push(await startMember(root, `member${number}`, postgres, number === 1));
  const members = started as unknown as Members;
  say(`${members.length} platforms`);
  await fillAccess(members[0].database, size);
  await measureStar(members);
  if (ofMesh > 1) await measureMesh(started.slice(0, ofMesh) as unknown as Members);
  const table = ['| What | Measured |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
  const load = (loadavg()[0] ?? 0).toFixed(1);
  process.stdout.write(`\n${table}\n\nload of the machine: ${load}\n`);
} finally {
  for (const { server, client } of started) {
    await client.end();
    await server.stop();
  }
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
}
