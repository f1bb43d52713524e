import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@packhouse/contract/client.ts';
import { insightPeriods } from '@packhouse/contract/insight/insight-metrics.ts';
import { readTrends } from '@packhouse/contract/insight/insight-routes.ts';
import { startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { type Figure, findPart, spellMilliseconds, tellFigures } from '../load/write-table.ts';
import { fillInsight, readSize } from './insight-data.ts';
import { measureIngest, measureReads } from './insight-ingest.ts';

/**
 * Trends of a platform with many repositories that counted for a long time, and what counting costs:
 * `npm run bench:insight -- [--repositories 3400] [--days 365] [--reads 100] [--write]`. A `--home` is kept.
 */
const { values } = parseArgs({
  options: {
    repositories: { type: 'string', default: '3400' },
    days: { type: 'string', default: '365' },
    reads: { type: 'string', default: '100' },
    home: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const password = 'Benchmark-2-cores';

const home = values.home ?? (await mkdtemp(join(tmpdir(), 'packhouse-insight-')));
try {
  const server = await startPackhouse({ home, adminPassword: password, workers: 1 });
  try {
    const database = await getDatabase(home);
    const points = await fillInsight(database, { repositories: Number(values.repositories), days: Number(values.days) });
    const rows: Figure[] = [
      [
        `Points of ${values.repositories} repositories over ${values.days} days, and what they take with their indexes`,
        `${points}, ${(await readSize(database)).toFixed(0)} MB`,
        '–',
      ],
    ];
    const call = createClient({ baseUrl: server.url, headers: () => ({ authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` }) });
    for (const period of insightPeriods) {
      const { times, processor } = await measureReads(() => call(readTrends, { query: { period } }), server.pid, Number(values.reads));
      const told = [findPart(times, 0.5), findPart(times, 0.95), processor].map(spellMilliseconds).join(', ');
      rows.push([`All charts of a ${period}: half of the reads, 95 of 100, processor time of the platform for each`, told, '95 of 100 ≤ 100 ms']);
    }
    rows.push(...(await measureIngest(database, server.pid)));
    await tellFigures(rows, 'insight results', values.write);
  } finally {
    await server.stop();
  }
} finally {
  if (values.home === undefined) await rm(home, { recursive: true, force: true });
}
