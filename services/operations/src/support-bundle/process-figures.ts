import { readdir, readFile, statfs } from 'node:fs/promises';
import { arch, cpus, freemem, hostname, loadavg, platform, release, totalmem, uptime } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import type { Config } from '@packhouse/kernel/config.ts';

/** Threads of this process with name and state, where the system tells. https://man7.org/linux/man-pages/man5/proc_pid_task.5.html */
async function threads(): Promise<unknown[]> {
  const ids = await readdir('/proc/self/task').catch(() => []);
  const found = ids.map(async (id) => {
    const stat = await readFile(`/proc/self/task/${id}/stat`, 'utf8').catch(() => '');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    return { id: Number(id), name: stat.slice(stat.indexOf('(') + 1, end), state: fields[0], userTicks: Number(fields[11]), systemTicks: Number(fields[12]) };
  });
  return (await Promise.all(found)).filter(({ name }) => name !== '');
}

function readCounts(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

async function sample(): Promise<unknown> {
  return {
    at: new Date().toISOString(),
    memory: process.memoryUsage(),
    heap: getHeapStatistics(),
    heapSpaces: getHeapSpaceStatistics(),
    resources: process.resourceUsage(),
    eventLoop: performance.eventLoopUtilization(),
    waitsFor: readCounts(process.getActiveResourcesInfo()),
    threads: await threads(),
  };
}

/** Looks at this process several times: memory, heap, what it waits for, its threads. */
export async function processFigures({ count, interval }: { count: number; interval: number }): Promise<unknown> {
  const samples: unknown[] = [];
  for (let number = 0; number < count; number++) {
    if (number > 0) await setTimeout(interval);
    samples.push(await sample());
  }
  return { pid: process.pid, uptime: process.uptime(), versions: process.versions, samples };
}

/** The machine this node runs on. */
export async function systemFigures({ home }: Pick<Config, 'home'>, version: string): Promise<unknown> {
  const disk = await statfs(home).catch(() => undefined);
  const processors = cpus();
  return {
    version,
    host: hostname(),
    system: { platform: platform(), release: release(), arch: arch(), uptime: uptime() },
    processors: { count: processors.length, model: processors[0]?.model, load: loadavg() },
    memory: { total: totalmem(), free: freemem() },
    disk: disk && { total: disk.blocks * disk.bsize, free: disk.bavail * disk.bsize },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: new Date().toISOString(),
  };
}
