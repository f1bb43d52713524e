import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPairingToken } from '@packhouse/contract/access/access-trust-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import type { DeploymentStatus } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import { listUnits, registerUnit } from '@packhouse/contract/mission-control/unit-routes.ts';
import pg from 'pg';
import { familyProcessorShares } from '../../../tools/serve/process-family.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { replaceTable } from '../report.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

const page = 'docs/performance.md';

/**
 * Mission control of two nodes that asks many deployments how they are: `npm run bench:topology -- [--deployments 200] [--seconds 180] [--write]`.
 * One of them is real; the others are its copies in the database, and a program answers for them.
 */
const { values } = parseArgs({
  options: { deployments: { type: 'string', default: '200' }, seconds: { type: 'string', default: '180' }, write: { type: 'boolean', default: false } },
});
const count = Number(values.deployments);
const seconds = Number(values.seconds);
const password = 'Benchmark-2-cores';
const env = { PACKHOUSE_MASTER_KEY: 'ab'.repeat(32), PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8,::1/128' };
const say = (text: string) => void process.stdout.write(`bench: ${text}\n`);

const makeCall = ({ url }: PackhouseProcess) => {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  return createClient({ baseUrl: url, headers: () => ({ authorization }) });
};

/** Starts one platform of two nodes on one database and one folder of blobs. */
async function startNodes(root: string): Promise<PackhouseProcess[]> {
  const one = await startPackhouse({ home: join(root, 'one'), adminPassword: password, workers: 1, env: { ...env, PACKHOUSE_NODE_ID: 'one' } });
  const home = join(root, 'two');
  await mkdir(home);
  await symlink(join(root, 'one', 'blobs'), join(home, 'blobs'));
  const database = await getDatabase(one.home);
  return [one, await startPackhouse({ home, adminPassword: password, workers: 1, env: { ...env, PACKHOUSE_NODE_ID: 'two', DATABASE_URL: database } })];
}

interface Worked {
  platform: number;
  database: number;
}

/** Processor time of both nodes and of their database in a second, in milliseconds. */
async function measure(nodes: readonly PackhouseProcess[], length: number): Promise<Worked> {
  const sum = () => nodes.map(({ pid }) => familyProcessorShares(pid)).reduce((all, one) => combine(all, one, 1), { platform: 0, database: 0 });
  const before = sum();
  await setTimeout(length * 1000);
  const { platform, database } = combine(sum(), before, -1);
  return { platform: platform / length, database: database / length };
}

const combine = (one: Worked, other: Worked, times: number): Worked => ({
  platform: one.platform + times * other.platform,
  database: one.database + times * other.database,
});
const spell = ({ platform, database }: Worked) => `${platform.toFixed(0)} + ${database.toFixed(0)} ms a second`;

/** Copies the real deployment under other names and ids, all at the address of the program that stands in for them. */
async function copyDeployment(client: pg.Client, id: string, standIn: StandIn): Promise<void> {
  const { rows } = await client.query<{ body: object }>('select body from "mission-control".beacon where deployment = $1', [id]);
  standIn.beacon = rows[0]!.body;
  const copies = `generate_series(1, ${count}) as number where id = $1`;
  await client.query(
    `insert into access.peer (id, name, url, keys, purposes, accepts, allow_private, paired_by, knows_key, knows_url)
    select 'bench-' || number, 'bench-' || number, $2, keys, purposes, accepts, true, paired_by, knows_key, knows_url from access.peer, ${copies}`,
    [id, standIn.url],
  );
  await client.query(
    `insert into "mission-control".deployment (id, name, url, status, created_by, next_at)
    select 'bench-' || number, 'bench-' || number, $2, status, created_by, now() + make_interval(secs => random() * 30) from "mission-control".deployment, ${copies}`,
    [id, standIn.url],
  );
}

interface Asked {
  least: number;
  most: number;
  nearest: number;
  farthest: number;
}

/** How often each was asked, and the least and the most seconds between two times. */
function readAsked({ asked }: StandIn): Asked {
  const times = [...asked.values()];
  const gaps = times.flatMap((all) => all.slice(1).map((at, before) => (at - all[before]!) / 1000));
  const counts = times.map(({ length }) => length);
  return { least: Math.min(...counts), most: Math.max(...counts), nearest: Math.min(...gaps), farthest: Math.max(...gaps) };
}

/** Seconds until all deployments that are stood in for have this status. */
async function measureUntil(call: Call, status: DeploymentStatus): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { items } = await call(listUnits, {});
    if (items.filter((one) => one.name.startsWith('bench-')).every((one) => one.status === status)) return (performance.now() - began) / 1000;
    await setTimeout(500);
  }
}

const root = await mkdtemp(join(tmpdir(), 'packhouse-topology-'));
const servers: PackhouseProcess[] = [];
const standIn = await startStandIn();
try {
  const nodes = await startNodes(root);
  servers.push(...nodes);
  const call = makeCall(nodes[0]!);
  const other = await startPackhouse({ home: join(root, 'other'), adminPassword: password, workers: 1, env });
  servers.push(other);
  const { token } = await makeCall(other)(createPairingToken, { body: { purposes: ['mission-control'], allowPrivate: true } });
  const { id } = await call(registerUnit, { body: { token, allowPrivate: true } });
  while ((await call(listUnits, {})).items.find((one) => one.id === id)?.seenAt === undefined) await setTimeout(250);
  await other.stop();
  servers.pop();
  // Whatever a start leaves to do is done by then, so that it is not taken for what a platform does all the time.
  await setTimeout(60_000);
  const alone = await measure(nodes, seconds);
  say(`${spell(alone)} without deployments`);
  const client = new pg.Client({ connectionString: await getDatabase(nodes[0]!.home) });
  await client.connect();
  await copyDeployment(client, id, standIn);
  await client.end();
  // Each has been asked once by then, and is on its own way.
  await setTimeout(35_000);
  standIn.asked.clear();
  const watching = await measure(nodes, seconds);
  const { least, most, nearest, farthest } = readAsked(standIn);
  const online = (await call(listUnits, {})).items.filter(({ status }) => status === 'ONLINE').length;
  standIn.isCut = true;
  const apart = await measureUntil(call, 'OFFLINE');
  say(`all are offline after ${apart.toFixed(0)} s`);
  standIn.isCut = false;
  const healed = await measureUntil(call, 'ONLINE');
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const rows: [string, string, string][] = [
    [`Deployments that were asked, of ${count}`, `${standIn.asked.size}`, `${count}`],
    [`Times that each was asked in ${seconds} s by both nodes together`, `${least} to ${most}`, `${Math.floor(seconds / 36)} to ${Math.ceil(seconds / 24)}`],
    ['Seconds between two times', `${nearest.toFixed(1)} to ${farthest.toFixed(1)}`, '24 to 36'],
    ['Deployments that stand there as Online, this one among them', `${online}`, `${count + 1}`],
    ['Cut off from all of them, until every one is Offline', `${apart.toFixed(0)} s`, '≤ 120 s'],
    ['Reached again, until every one is Online', `${healed.toFixed(0)} s`, '≤ 60 s'],
    ['Processor time of both nodes for it, and of their database', spell(combine(watching, alone, -1)), '≤ 20 ms of each core'],
    ['The same with no deployment to ask', spell(alone), '–'],
  ];
  const table = ['| What | Measured | Target |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
  process.stdout.write(`\n${table}\n\nload of the machine: ${load}\n`);
  if (values.write)
    await writeFile(page, replaceTable(await readFile(page, 'utf8'), `Load of the machine at the end: ${load}.\n\n${table}`, 'topology results'));
} finally {
  standIn.stop();
  for (const server of servers.toReversed()) await server.stop();
  await rm(root, { recursive: true, force: true });
}
