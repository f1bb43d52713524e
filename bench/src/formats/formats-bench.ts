import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installClients } from '../../../tools/clients/install.ts';
import { closeConnections } from '../load/http-request.ts';
import { type Peer, startNginx } from '../peers/peers.ts';
import { type Platform, startPlatform } from '../peers/platform.ts';
import { replaceTable, resultTable } from '../report.ts';
import { findRatio, measureRow, type Row, type RowResult } from '../row.ts';
import { closeReaders, filledRepository, publishToVisible } from './bench-repository.ts';
import { type FormatKind, formatKinds } from './format-kinds.ts';
import { growthRows, growthTable } from './growth-rows.ts';
import { startIndexPeer } from './index-peers.ts';
import { indexRows } from './index-rows.ts';
import { resolveRows } from './resolve-rows.ts';

const page = 'docs/performance.md';

/**
 * Formats with many packages: `npm run bench:formats -- [--quick] [--rounds 2] [--write] [go cargo maven debian rpm]`.
 * The full run has 100 beside 10,000 packages in two rounds; `--quick`, to try it out, has 50 beside 500 in one.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const size = values.quick ? { few: 50, many: 500, rounds: 1 } : { few: 100, many: 10_000, rounds: 2 };
const rounds = Number(values.rounds ?? size.rounds);
interface Measured {
  readonly growth: readonly RowResult[];
  readonly rows: readonly RowResult[];
}

async function measured(row: Row, times: number): Promise<RowResult> {
  const result = await measureRow(row, times);
  const shown = row.contestants.map(({ name }, index) => `${name} ${result.medians[index]?.toFixed(2)}`).join(', ');
  console.log(`bench: ${row.id}: ${shown} ${row.unit}; ratio ${findRatio(result)?.toFixed(2) ?? 'none'}`);
  return result;
}

async function measureKind(kind: FormatKind, platform: Platform, nginx: Peer, root: string): Promise<Measured> {
  const few = await filledRepository(platform, kind, size.few);
  const many = await filledRepository(platform, kind, size.many);
  for (const repository of [few, many]) await publishToVisible(repository);
  const growth: RowResult[] = [];
  for (const row of growthRows(few, many)) growth.push(await measured(row, rounds));
  const rows: RowResult[] = [];
  for (const row of await resolveRows(many, nginx)) rows.push(await measured(row, rounds));
  const peer = await startIndexPeer(kind, root, many.count);
  if (peer) {
    const { oneMore, anew } = indexRows(platform, many, peer);
    rows.push(await measured(oneMore, rounds), await measured(anew, Math.min(rounds, 2)));
  }
  return { growth, rows };
}

async function measureAll(root: string): Promise<readonly Measured[]> {
  const platform = await startPlatform(join(root, 'home'));
  try {
    const nginx = await startNginx(root);
    try {
      const all: Measured[] = [];
      for (const kind of formatKinds) {
        if (positionals.length === 0 || positionals.includes(kind.name)) all.push(await measureKind(kind, platform, nginx, root));
      }
      return all;
    } finally {
      await nginx.server.stop();
    }
  } finally {
    await platform.server.stop();
  }
}

if (values.write && (values.quick || positionals.length > 0)) throw new Error('only a full run of all formats is written');
const { missing } = installClients(['nginx', 'wrk', 'apt-ftparchive', 'createrepo_c']);
if (missing.length > 0) throw new Error(`missing: ${missing.join('; ')}`);
const root = await mkdtemp(join(tmpdir(), 'packhouse-bench-formats-'));
try {
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const all = await measureAll(root);
  const growth = growthTable(
    all.flatMap((one) => one.growth),
    size.few,
    size.many,
  );
  const rest = resultTable(all.flatMap((one) => one.rows));
  const tables = `${growth}\n\n${rest}\n\nRounds: ${rounds}. The machine had a load average of ${load} before the run.`;
  console.log(`\n${tables}`);
  if (values.write) await writeFile(page, replaceTable(await readFile(page, 'utf8'), tables, 'format results'));
} finally {
  closeConnections();
  closeReaders();
  await rm(root, { recursive: true, force: true });
}
