import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@packhouse/contract/client.ts';
import { insightPeriods } from '@packhouse/contract/insight/insight-metrics.ts';
import { readTrends } from '@packhouse/contract/insight/insight-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { readStorageSummary } from '@packhouse/contract/repositories/storage-routes.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { type Figure, findPart, spellMilliseconds, tellFigures } from '../load/write-table.ts';
import { fillArtifacts } from './insight-artifacts.ts';
import { fillInsight, readSize } from './insight-data.ts';
import { measureIngest, measureReads } from './insight-ingest.ts';

/**
 * Trends of a platform with many repositories that counted for a long time, what counting costs, and the storage summary over many artifacts:
 * `npm run bench:insight -- [--repositories 3400] [--days 365] [--reads 100] [--seconds 65] [--artifacts 10000000] [--write]`. A `--home` is kept.
 */
const { values } = parseArgs({
  options: {
    repositories: { type: 'string', default: '3400' },
    days: { type: 'string', default: '365' },
    reads: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '65' },
    artifacts: { type: 'string', default: '10000000' },
    home: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [repositories, days, reads, artifacts] = [values.repositories, values.days, values.reads, values.artifacts].map(Number) as [
  number,
  number,
  number,
  number,
];
const password = 'Benchmark-2-cores';
const first = 'bench-first';
const began = performance.now();

const say = (text: string) => void process.stdout.write(`bench: ${text}, ${((performance.now() - began) / 1000).toFixed(0)} s after the start\n`);

/** A line for something that is read again and again. */
async function tellReads(what: string, pid: number, read: () => Promise<unknown>): Promise<Figure> {
  const { times, processor } = await measureReads(read, pid, reads);
  const told = [findPart(times, 0.5), findPart(times, 0.95), processor].map(spellMilliseconds).join(', ');
  return [`${what}: half of the reads, 95 of 100, processor time of the platform for each`, told, '95 of 100 ≤ 100 ms'];
}

async function measureAll(server: PackhouseProcess, database: string): Promise<Figure[]> {
  const { url, pid } = server;
  const points = await fillInsight(database, { repositories, days });
  say('figures of the past are there');
  const rows: Figure[] = [
    [
      `Points of ${repositories.toLocaleString('en')} repositories over ${days} days, and what they take with their indexes`,
      `${points.toLocaleString('en')}, ${(await readSize(database)).toFixed(0)} MB`,
      '–',
    ],
    ...(await measureIngest(database, server, Number(values.seconds))),
  ];
  say('events are counted');
  const call = createClient({ baseUrl: url, headers: () => ({ authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` }) });
  await call(createRepository, { body: { class: 'local', key: first, format: 'npm' } });
  await fillArtifacts(database, artifacts, { number: repositories, first });
  say('artifacts are there');
  const { files } = await call(readStorageSummary, {});
  if (files < artifacts) throw new Error(`the summary knows of ${files} files only`);
  const among = `of ${artifacts.toLocaleString('en')} artifacts`;
  for (const period of insightPeriods) rows.push(await tellReads(`All charts of a ${period}, ${among}`, pid, () => call(readTrends, { query: { period } })));
  rows.push(await tellReads(`Storage summary ${among}`, pid, () => call(readStorageSummary, {})));
  return rows;
}

const home = values.home ?? (await mkdtemp(join(tmpdir(), 'packhouse-insight-')));
try {
  const server = await startPackhouse({ home, adminPassword: password, workers: 1 });
  try {
    await tellFigures(await measureAll(server, await getDatabase(home)), 'insight results', values.write);
    say('all is measured');
  } finally {
    await server.stop();
  }
} finally {
  if (values.home === undefined) await rm(home, { recursive: true, force: true });
}
