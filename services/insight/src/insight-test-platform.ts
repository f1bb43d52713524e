import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from '@packhouse/testkit/start-test-platform.ts';
import { type Kysely, sql } from 'kysely';
import pino from 'pino';
import type { Context } from './context.ts';
import type { InsightSchema } from './schema.ts';
import { insightService } from './service.ts';

export interface InsightTestPlatform extends TestPlatform {
  db: Kysely<InsightSchema>;
  context: Context;
  /** All points of a table, of series named `metric` or `metric {"label":"value"}`. */
  points(table: 'point_5m' | 'point_1h' | 'point_1d'): Promise<Record<string, { at: string; value: number; peak: number; n: number }[]>>;
}

/** A platform with insight alone; no jobs run unless a test runs them. */
export async function startInsightPlatform(options: TestPlatformOptions = {}): Promise<InsightTestPlatform> {
  const test = await startTestPlatform({ services: [insightService], jobs: false, ...options });
  const db = openDatabase<InsightSchema>(test.databaseUrl, 'insight', { connections: 3 });
  return {
    ...test,
    db,
    context: { db, platform: test.platform, peers: test.peers, log: pino({ enabled: false }) },
    async points(table) {
      const { rows } = await sql<{ name: string; at: Date; value: number; peak: number; n: number }>`
        select metric || case when labels = '{}' then '' else ' ' || labels::text end as name, at, value, peak, n
        from ${sql.id(table)} join series on series.id = series order by 1, 2`.execute(db);
      const all = Map.groupBy(rows, ({ name }) => name);
      return Object.fromEntries([...all].map(([name, own]) => [name, own.map(({ at, value, peak, n }) => ({ at: at.toISOString(), value, peak, n }))]));
    },
    async stop() {
      await db.destroy();
      await test.stop();
    },
  };
}
