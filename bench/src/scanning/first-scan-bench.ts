import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { installClients } from '../../../tools/clients/install.ts';
import { readAddresses } from '../../../tools/clients/public-registries.ts';
import { familyMemory, familyProcessorTime } from '../../../tools/serve/process-family.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { listPublicPackages, type PublicPackages } from './public-packages.ts';
import { ScanningData } from './scanning-data.ts';

/**
 * Packages of five formats that real clients fetch from the registries this machine's clients ask, through remote repositories of a platform as shipped, and what its first scan makes of them:
 * `npm run bench:first-scan -- [--npm 600] [npm pypi maven go debian]`.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { npm: { type: 'string', default: '600' } } });
const password = 'Benchmark-2-cores';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const say = (text: string) => void process.stdout.write(`bench: ${text}\n`);

async function fetchThrough({ url: origin }: PackhouseProcess, call: Call, packages: PublicPackages, root: string): Promise<void> {
  const { format, upstream } = packages;
  const address = new URL(upstream);
  const { username, password: secret } = address;
  Object.assign(address, { username: '', password: '' });
  const settings = { url: address.href, username: decodeURIComponent(username), allowPrivate: true, timeoutSeconds: 60 };
  const key = `${format}-public`;
  await call(createRepository, { body: { class: 'remote', key, format, settings, ...(secret ? { password: decodeURIComponent(secret) } : {}) } });
  const path = format === 'maven' || format === 'debian' ? key : `api/${format}/${key}`;
  const folder = join(root, format);
  await mkdir(folder);
  const from = performance.now();
  await packages.fetch({ url: `${origin}/artifactory/${path}`, user: 'admin', password, folder }).catch((error: unknown) => {
    // What a registry does not give is no reason to leave the others out.
    say(`${format}: ${String(error).slice(0, 2000)}`);
  });
  say(`${format} fetched after ${((performance.now() - from) / 1000).toFixed(0)} s`);
}

/** Waits until nothing comes any more, and all of it has been scanned. */
async function awaitScans(data: ScanningData): Promise<void> {
  let before = -1;
  for (let still = 0; still < 10; ) {
    const all = (await data.countByFormat()).reduce((sum, { versions }) => sum + versions, 0);
    still = all === before && (await data.countWaiting()) === 0 ? still + 1 : 0;
    before = all;
    await setTimeout(1000);
  }
}

const all = await listPublicPackages(Number(values.npm));
const chosen = positionals.length > 0 ? all.filter(({ format }) => positionals.includes(format)) : all;
installClients(['pip', 'mvn', 'apt-get']);
const allow = await readAddresses(...chosen.map(({ upstream }) => upstream));
const root = await mkdtemp(join(tmpdir(), 'packhouse-first-scan-'));
const server = await startPackhouse({ adminPassword: password, env: { PACKHOUSE_OUTGOING_ALLOW: allow.join(',') } });
try {
  const call = createClient({ baseUrl: server.url, headers: () => ({ authorization }) });
  const data = await ScanningData.open(await getDatabase(server.home));
  const [processor, memory, from] = [familyProcessorTime(server.pid), familyMemory(server.pid), performance.now()];
  for (const packages of chosen) await fetchThrough(server, call, packages, root);
  const fetched = performance.now();
  await awaitScans(data);
  const rows = (await data.countByFormat()).map(({ format, versions, scanned, failed, unsupported, components, partial }) => [
    format,
    ...[versions, scanned, failed, unsupported, partial, components].map(String),
  ]);
  const reasons = await data.listReasons();
  await data.end();
  const head = ['Format', 'Versions', 'scanned', 'failed', 'not supported', 'read in part', 'components'];
  process.stdout.write(`\n${[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n`);
  for (const line of reasons) say(line);
  say(`fetching took ${((fetched - from) / 1000).toFixed(0)} s, and the last scan ended within ${((performance.now() - fetched) / 1000).toFixed(0)} s of it`);
  say(
    `processor time of all processes ${((familyProcessorTime(server.pid) - processor) / 1000).toFixed(0)} s, larger by ${((familyMemory(server.pid) - memory) / 1e6).toFixed(0)} MB`,
  );
  say(`load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)}`);
} finally {
  await server.remove();
  await rm(root, { recursive: true, force: true });
}
