import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { createRepository, testRepositoryConnection } from '@packhouse/contract/repositories/repository-routes.ts';
import { installClients } from '../../../tools/clients/install.ts';
import { readAddresses } from '../../../tools/clients/public-registries.ts';
import { familyMemory, familyProcessorTime } from '../../../tools/serve/process-family.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { describeFailure, type PublicPackages } from './package-source.ts';
import { listPublicPackages, type Most } from './public-packages.ts';
import { ScanningData } from './scanning-data.ts';

/**
 * Packages of five formats, and of a sixth where this machine says where its cargo gets crates, that real clients fetch from the registries this machine's clients ask, through remote
 * repositories of a platform as shipped, and what its first scan makes of them: about a thousand packages unless fewer names are asked for.
 * `npm run bench:first-scan -- [--npm 300] [--names 40] [npm pypi maven go debian cargo]`.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { npm: { type: 'string' }, names: { type: 'string' } } });
/** A client is asked for so many packages by name; npm for each by itself, the others bring along what these need. */
const names = Number(values.names ?? 40);
const most: Most = { npm: Number(values.npm ?? values.names ?? 300), pypi: names, go: names, debian: Math.min(names, 12), cargo: names };
const password = 'Benchmark-2-cores';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const say = (text: string) => void process.stdout.write(`bench: ${text}\n`);

/** How it went with one registry, for people. */
interface Fetching {
  format: string;
  /** Nothing could be fetched for this reason. */
  absent?: string;
  /** Not all that was asked for came. */
  lacking?: string;
  seconds: number;
}

async function fetchThrough({ url: origin }: PackhouseProcess, call: Call, packages: PublicPackages, root: string): Promise<Fetching> {
  const { format, upstream } = packages;
  if (upstream === undefined) return { format, absent: 'nothing on this machine says where its client fetches packages', seconds: 0 };
  const address = new URL(upstream);
  const { username, password: secret } = address;
  Object.assign(address, { username: '', password: '' });
  const reach = { url: address.href, username: decodeURIComponent(username), allowPrivate: true, timeoutSeconds: 60 };
  const own = secret ? { password: decodeURIComponent(secret) } : {};
  const asked = await call(testRepositoryConnection, { body: { format, ...reach, ...own } });
  if (!asked.reached && asked.status === undefined) return { format, absent: `its registry did not answer: ${asked.message}`, seconds: 0 };
  const key = `${format}-public`;
  await call(createRepository, { body: { class: 'remote', key, format, settings: reach, ...own } });
  const path = format === 'maven' || format === 'debian' ? key : `api/${format}/${key}`;
  const folder = join(root, format);
  await mkdir(folder);
  const from = performance.now();
  // What a registry does not give is no reason to leave the others out.
  const failure = await packages.fetch({ url: `${origin}/artifactory/${path}`, user: 'admin', password, folder }).then(
    () => undefined,
    (error: unknown) => describeFailure(error),
  );
  return { format, ...(failure === undefined ? {} : { lacking: failure }), seconds: (performance.now() - from) / 1000 };
}

/** Says how it went; answers whether anything came. */
function tellFetching({ format, absent, lacking, seconds }: Fetching, versions: number): boolean {
  if (absent !== undefined) say(`${format}: NOTHING FETCHED, ${absent}`);
  else if (versions === 0) say(`${format}: NOTHING CAME, although its registry answers; its client says: ${lacking ?? 'nothing'}`);
  else say(`${format}: ${versions} versions came in ${seconds.toFixed(0)} s${lacking === undefined ? '' : `, NOT ALL that was asked for: ${lacking}`}`);
  return versions > 0;
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

const all = await listPublicPackages(most);
const chosen = positionals.length > 0 ? all.filter(({ format }) => positionals.includes(format)) : all;
installClients(['pip', 'mvn', 'apt-get']);
const allow = await readAddresses(...chosen.flatMap(({ upstream }) => upstream ?? []));
const root = await mkdtemp(join(tmpdir(), 'packhouse-first-scan-'));
const server = await startPackhouse({ adminPassword: password, env: { PACKHOUSE_OUTGOING_ALLOW: allow.join(',') } });
try {
  const call = createClient({ baseUrl: server.url, headers: () => ({ authorization }) });
  const data = await ScanningData.open(await getDatabase(server.home));
  const [processor, memory, from] = [familyProcessorTime(server.pid), familyMemory(server.pid), performance.now()];
  const fetchings: Fetching[] = [];
  for (const packages of chosen) fetchings.push(await fetchThrough(server, call, packages, root));
  const fetched = performance.now();
  await awaitScans(data);
  const counted = await data.countByFormat();
  const rows = counted.map(({ format, versions, scanned, failed, unsupported, components, partial }) => [
    format,
    ...[versions, scanned, failed, unsupported, partial, components].map(String),
  ]);
  const reasons = await data.listReasons();
  await data.end();
  const head = ['Format', 'Versions', 'scanned', 'failed', 'not supported', 'read in part', 'components'];
  process.stdout.write(`\n${[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n`);
  for (const line of reasons) say(line);
  const came = fetchings.map((one) => tellFetching(one, counted.find(({ format }) => format === one.format)?.versions ?? 0));
  const total = counted.reduce((sum, { versions }) => sum + versions, 0);
  say(`${total} versions of ${came.filter(Boolean).length} of ${chosen.length} formats`);
  say(`fetching took ${((fetched - from) / 1000).toFixed(0)} s, and the last scan ended within ${((performance.now() - fetched) / 1000).toFixed(0)} s of it`);
  say(
    `processor time of all processes ${((familyProcessorTime(server.pid) - processor) / 1000).toFixed(0)} s, larger by ${((familyMemory(server.pid) - memory) / 1e6).toFixed(0)} MB`,
  );
  say(`load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)}`);
} finally {
  await server.remove();
  await rm(root, { recursive: true, force: true });
}
