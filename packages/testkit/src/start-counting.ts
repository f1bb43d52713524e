import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insightService } from '@packhouse/insight-service/service.ts';
import { readConfig } from '@packhouse/kernel/config.ts';
import { silentLogging } from '@packhouse/kernel/logs/logging.ts';
import { startPlatform } from '@packhouse/kernel/start-platform.ts';
import type { Insight } from '@packhouse/peers/insight.ts';
import { testIdentity } from './test-identity.ts';

/** Counts in this process, into the database of the platform with that home, as one more node of it. Writes down every minute, and at its end. */
export async function startCounting(databaseUrl: string, homeOfOther: string): Promise<{ insight: Insight; stop(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'packhouse-counting-'));
  await mkdir(join(home, 'keys'), { mode: 0o700 });
  // Nodes share the master key and the store.
  await copyFile(join(homeOfOther, 'keys', 'master.key'), join(home, 'keys', 'master.key'));
  await symlink(join(homeOfOther, 'blobs'), join(home, 'blobs'));
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
