import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insightService } from '@packhouse/insight-service/service.ts';
import { readConfig } from '@packhouse/kernel/config.ts';
import { silentLogging } from '@packhouse/kernel/logs/logging.ts';
import { startPlatform } from '@packhouse/kernel/start-platform.ts';
import type { Insight } from '@packhouse/peers/insight.ts';
import { testIdentity } from './test-identity.ts';

/** Counts in this process, into the database of a platform that runs elsewhere, as one more process of it. Writes down every minute, and at its end. */
export async function startCounting(databaseUrl: string): Promise<{ insight: Insight; stop(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'packhouse-counting-'));
  const config = readConfig({}, { adminPassword: 'never-used-1', home, databaseUrl });
  const identity = testIdentity({ adminPassword: 'never-used-1' });
  const running = await startPlatform({
    config,
    databaseUrl,
    version: '0.0.0-test',
    services: [insightService],
    logging: silentLogging(),
    runsJobs: false,
    identity,
  });
  return {
    insight: running.peers.insight!,
    async stop() {
      await running.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
