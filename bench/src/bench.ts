import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installClients } from '../../tools/clients/install.ts';
import { clientsFor } from '../../tools/clients.ts';
import { closeConnections } from './load/http-request.ts';
import { type Peer, startDockerRegistry, startNginx, startPypiServer, startVerdaccio } from './peers/peers.ts';
import { type Platform, startPlatform } from './peers/platform.ts';
import { replaceTable, resultTable } from './report.ts';
import { findRatio, measureRow, type Row, type RowResult } from './row.ts';
import { containerRows } from './rows/container-rows.ts';
import { fileRows } from './rows/file-rows.ts';
import { npmRows } from './rows/npm-rows.ts';
import { benchWheels, pypiRows } from './rows/pypi-rows.ts';
import { startRows } from './rows/start-rows.ts';

const page = 'docs/performance.md';

type Group = 'containers' | 'files' | 'npm' | 'pypi' | 'start';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
});

/** Runs one group of rows in a folder of its own, since several have the same peers; everything it starts has ended when it returns. */
async function runGroup(group: Group, parent: string, rounds: number): Promise<RowResult[]> {
  const root = join(parent, group);
  await mkdir(root);
  const ends: (() => Promise<unknown>)[] = [];
  const keep = async <Started extends Peer | Platform>(started: Promise<Started>): Promise<Started> => {
    const { server } = await started;
    ends.push(() => server.stop());
    return started;
  };
  const platform = () => keep(startPlatform(join(root, 'home')));
  try {
    const rows = await prepare(group, root, keep, platform);
    return await measureAll(rows, rounds);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function prepare(
  group: Group,
  root: string,
  keep: <Started extends Peer | Platform>(started: Promise<Started>) => Promise<Started>,
  platform: () => Promise<Platform>,
): Promise<Row[]> {
  if (group === 'start') return startRows(root);
  if (group === 'containers') return containerRows(await platform(), await keep(startDockerRegistry(root)), await keep(startNginx(root)));
  if (group === 'files') return fileRows(await platform(), await keep(startNginx(root)));
  if (group === 'npm') return npmRows(await platform(), await keep(startVerdaccio(root)), root);
  const wheels = await benchWheels();
  const files = new Map(wheels.map(({ fileName, bytes }) => [fileName, bytes]));
  return pypiRows(await platform(), await keep(startPypiServer(root, files)), wheels);
}

async function measureAll(rows: readonly Row[], rounds: number): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const row of rows) {
    const result = await measureRow(row, rounds);
    const shown = row.contestants.map(({ name }, index) => `${name} ${result.medians[index]?.toFixed(2)}`).join(', ');
    console.log(`bench: ${row.id}: ${shown} ${row.unit}; ratio ${findRatio(result)?.toFixed(2) ?? 'none'}`);
    results.push(result);
  }
  return results;
}

const groups: readonly Group[] = ['containers', 'files', 'npm', 'pypi', 'start'];
const chosen = groups.filter((group) => positionals.length === 0 || positionals.includes(group));
const { missing } = installClients(clientsFor('bench'));
if (missing.length > 0) throw new Error(`missing: ${missing.join('; ')}`);
const root = await mkdtemp(join(tmpdir(), 'packhouse-bench-'));
try {
  const results: RowResult[] = [];
  for (const group of chosen) results.push(...(await runGroup(group, root, Number(values.rounds))));
  const table = resultTable(results);
  console.log(`\n${table}`);
  if (values.write) await writeFile(page, replaceTable(await readFile(page, 'utf8'), table));
} finally {
  closeConnections();
  await rm(root, { recursive: true, force: true });
}
