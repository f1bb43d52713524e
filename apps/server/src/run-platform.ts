import type { AddressInfo } from 'node:net';
import type { Config } from '@packhouse/kernel/config.ts';
import type { Logging } from '@packhouse/kernel/logs/logging.ts';
import { type RunningPlatform, startPlatform } from '@packhouse/kernel/start-platform.ts';
import { registerConsole } from './console/register-console.ts';
import { collectWhenIdle } from './idle-memory.ts';
import { configuredServices } from './services.ts';
import { version } from './version.ts';

export interface RunOptions {
  config: Config;
  databaseUrl: string;
  logging: Logging;
  runsJobs: boolean;
  announce?: (text: string) => void;
  onStep?: (step: string, milliseconds: number) => void;
  /** The measurements of the whole process family, where there is one. */
  collectMetrics?: () => Promise<string>;
}

/** Starts the platform with the configured services in this process. */
export async function runPlatform(options: RunOptions): Promise<RunningPlatform> {
  const { config } = options;
  const services = configuredServices(config);
  const running = await startPlatform({ ...options, version, services, extend: (app, platform, peers) => registerConsole(app, platform, peers) });
  const stopCollecting = collectWhenIdle();
  const stop = async () => {
    stopCollecting();
    await running.stop();
  };
  return { ...running, stop };
}

/** Takes connections; returns the port, which the system chose when the configuration says 0. */
export async function listen(running: RunningPlatform, config: Config): Promise<number> {
  try {
    await running.app.listen({ host: config.host, port: config.port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new Error(`Port ${config.port} is taken. Stop what uses it, or set PACKHOUSE_PORT to another one.`, { cause: error });
    if (code === 'EACCES') throw new Error(`Port ${config.port} needs more rights than this process has; use one above 1023.`, { cause: error });
    throw error;
  }
  return (running.app.server.address() as AddressInfo).port;
}

/** How long requests under way may take to finish once the platform is told to stop. */
const grace = 30_000;

/** Stops: requests under way finish, or are broken off (and rolled back) when the grace is over or `hurry` fires. */
export async function stopPlatform(running: RunningPlatform, hurry: AbortSignal): Promise<void> {
  const breakOff = () => (running.app.server as import('node:http').Server).closeAllConnections();
  const timer = setTimeout(breakOff, grace);
  hurry.addEventListener('abort', breakOff, { once: true });
  try {
    await running.stop();
  } finally {
    clearTimeout(timer);
    hurry.removeEventListener('abort', breakOff);
  }
}
