import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { installClients } from '../../../tools/clients/install.ts';
import { readAddresses } from '../../../tools/clients/public-registries.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { replaceTable, resultTable } from '../report.ts';
import { measureRow, type Row, type RowResult } from '../row.ts';
import { type RemoteClient, remoteClients } from './remote-clients.ts';

const page = 'docs/performance.md';

/**
 * Clients that install from the registries that this machine's clients ask, directly and through remote repositories of a platform as shipped, whose
 * caches are empty (a new repository for each time) and full: `npm run bench:remotes -- [--rounds 3] [--write] [npm pip mvn go]`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, write: { type: 'boolean', default: false } },
});
const password = 'Benchmark-2-cores';

interface Bench {
  readonly server: PackhouseProcess;
  readonly call: Call;
  readonly token: string;
}

async function startBench(home: string, clients: readonly RemoteClient[]): Promise<Bench> {
  const allow = await readAddresses(...clients.map(({ upstream }) => upstream));
  const server = await startPackhouse({ home, adminPassword: password, env: { PACKHOUSE_OUTGOING_ALLOW: allow.join(',') } });
  const basic = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const call = createClient({ baseUrl: server.url, headers: () => ({ authorization: basic }) });
  const { accessToken } = await call(createToken, { body: { description: 'benchmark', scope: 'applied-permissions/user' } });
  return { server, call, token: accessToken };
}

let repositories = 0;

/** A remote repository that has kept nothing yet; gives its address for clients. */
async function makeRemote({ server, call }: Bench, { format, upstream }: RemoteClient): Promise<string> {
  const address = new URL(upstream);
  const { username, password: secret } = address;
  Object.assign(address, { username: '', password: '' });
  const key = `bench-${format}-${++repositories}`;
  const settings = { url: address.href, username: decodeURIComponent(username), allowPrivate: true };
  await call(createRepository, { body: { class: 'remote', key, format, settings, ...(secret ? { password: decodeURIComponent(secret) } : {}) } });
  return `${server.url}${prefixes.repositories}/${format === 'maven' ? '' : `api/${format}/`}${key}/`;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

async function listRows(bench: Bench, client: RemoteClient): Promise<Row[]> {
  const { install, name, format, upstream } = client;
  const full = await makeRemote(bench, client);
  const count = await install(full, bench.token);
  const direct = { name: 'direct', measure: () => time(() => install(upstream, undefined)) };
  const through = async (registry: string) => time(() => install(registry, bench.token));
  const title = `${name} of ${count} packages`;
  return [
    {
      id: `${format}-cold`,
      title: `${title}, nothing kept`,
      unit: 's',
      better: 'less',
      target: 0.87,
      contestants: [{ name: 'packhouse', measure: async () => through(await makeRemote(bench, client)) }, direct],
    },
    {
      id: `${format}-warm`,
      title: `${title}, all kept`,
      unit: 's',
      better: 'less',
      target: 1.43,
      contestants: [{ name: 'packhouse', measure: () => through(full) }, direct],
    },
  ];
}

const wanted = (['npm', 'pip', 'mvn', 'go'] as const).filter((name) => positionals.length === 0 || positionals.includes(name));
const { missing } = installClients(['pip', 'mvn']);
if (missing.length > 0) throw new Error(`missing: ${missing.join('; ')}`);
const root = await mkdtemp(join(tmpdir(), 'packhouse-bench-remotes-'));
try {
  const clients = await Promise.all(wanted.map((name) => remoteClients[name](root)));
  const bench = await startBench(join(root, 'home'), clients);
  try {
    const results: RowResult[] = [];
    for (const client of clients)
      for (const row of await listRows(bench, client)) {
        results.push(await measureRow(row, Number(values.rounds)));
        process.stdout.write(`bench: ${row.id}: ${JSON.stringify(results.at(-1)!.samples)}\n`);
      }
    const table = `${resultTable(results)}\n\nRounds: ${values.rounds}. Load of the machine at the end: ${(loadavg()[0] ?? 0).toFixed(1)}.`;
    process.stdout.write(`\n${table}\n`);
    if (values.write) await writeFile(page, replaceTable(await readFile(page, 'utf8'), table, 'remote results'));
  } finally {
    await bench.server.stop();
  }
} finally {
  await rm(root, { recursive: true, force: true });
}
