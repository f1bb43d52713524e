import { readConfig } from '@packhouse/kernel/config.ts';
import { openLogging } from '@packhouse/kernel/logs/logging.ts';
import type { RunningPlatform } from '@packhouse/kernel/start-platform.ts';
import { joinPrimary } from './http-workers.ts';
import { listen, runPlatform, stopPlatform } from './run-platform.ts';

/** One HTTP worker of the process family; the primary tells it where the database is, and when to stop. */
export async function httpWorker(): Promise<void> {
  const config = readConfig(process.env);
  const logging = openLogging(config);
  const hurry = new AbortController();
  let running: RunningPlatform | undefined;
  let isStopping = false;
  // Ctrl-C reaches the whole process group; the primary decides when we stop.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);

  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    if (running) await stopPlatform(running, hurry.signal);
    logging.close();
    process.exit(0);
  }

  async function begin(databaseUrl: string): Promise<void> {
    try {
      const own = { ...config, databaseUrl };
      running = await runPlatform({ config: own, databaseUrl, logging, runsJobs: false, collectMetrics: primary.collectMetrics });
      primary.tell({ packhouse: 'ready', port: await listen(running, own) });
    } catch (error) {
      primary.tell({ packhouse: 'failed', message: (error as Error).message });
      logging.close();
      process.exitCode = 1;
      process.disconnect?.();
    }
  }

  const primary = joinPrimary(() => running?.platform.metrics, {
    begin: (databaseUrl) => void begin(databaseUrl),
    drain: () => running?.drain(),
    stop: () => void stop(),
    hurry: () => hurry.abort(),
  });
}
