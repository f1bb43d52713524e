import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@packhouse/contract/client.ts';
import { insightPeriods } from '@packhouse/contract/insight/insight-metrics.ts';
import { readTrends } from '@packhouse/contract/insight/insight-routes.ts';
import { startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getDatabase } from '../load/database-of-home.ts';
import { fillInsight, readSize } from './insight-data.ts';

/**
 * Trends of a platform with many repositories that counted for a long time: `node bench/src/insight/insight-bench.ts --repositories 10000 --days 365`.
 * A `--home` is kept. Prints one line for each period.
 */
const { values } = parseArgs({
  options: {
    repositories: { type: 'string', default: '10000' },
    days: { type: 'string', default: '365' },
    reads: { type: 'string', default: '100' },
    home: { type: 'string' },
  },
});
const password = 'Benchmark-2-cores';

const home = values.home ?? (await mkdtemp(join(tmpdir(), 'packhouse-insight-')));
try {
  const server = await startPackhouse({ home, adminPassword: password, workers: 1 });
  try {
    const database = await getDatabase(home);
    const points = await fillInsight(database, { repositories: Number(values.repositories), days: Number(values.days) });
    console.log(`${points} points of ${values.repositories} repositories take ${(await readSize(database)).toFixed(0)} MB`);
    const call = createClient({ baseUrl: server.url, headers: () => ({ authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` }) });
    for (const period of insightPeriods) {
      const times: number[] = [];
      for (let number = 0; number < Number(values.reads); number++) {
        const from = performance.now();
        await call(readTrends, { query: { period } });
        times.push(performance.now() - from);
      }
      times.sort((one, other) => one - other);
      const at = (part: number) => (times[Math.floor(part * times.length)] ?? Number.NaN).toFixed(1);
      console.log(`| ${period} | p50 ${at(0.5)} ms | p95 ${at(0.95)} ms |`);
    }
  } finally {
    await server.stop();
  }
} finally {
  if (values.home === undefined) await rm(home, { recursive: true, force: true });
}
