import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { familyMemory } from '../../../tools/serve/process-family.ts';
import { startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import type { Row } from '../row.ts';

/** From the command to `ready`, on an empty and on a used home, and what an idle platform takes. */
export async function startRows(root: string): Promise<Row[]> {
  const used = join(root, 'start-used');
  await (await startPackhouse({ home: used, adminPassword: 'Benchmark-2-cores' })).stop();
  return [
    {
      id: 'start-first',
      title: 'First start until ready, empty home',
      unit: 's',
      better: 'less',
      contestants: [{ name: 'packhouse', measure: () => timeFirstStart(root) }],
    },
    {
      id: 'start-again',
      title: 'Start until ready, used home',
      unit: 's',
      better: 'less',
      contestants: [{ name: 'packhouse', measure: () => timeStart(used) }],
      target: 5,
    },
    {
      id: 'idle-memory',
      title: 'Idle memory of all processes, PostgreSQL included, one HTTP worker',
      unit: 'MB',
      better: 'less',
      contestants: [{ name: 'packhouse', measure: () => measureIdleMemory(used) }],
      target: 400,
    },
  ];
}

async function timeFirstStart(root: string): Promise<number> {
  const home = await mkdtemp(join(root, 'start-'));
  const seconds = await timeStart(home);
  await rm(home, { recursive: true, force: true });
  return seconds;
}

async function timeStart(home: string): Promise<number> {
  const server = await startPackhouse({ home });
  await server.stop();
  return server.readyAfter / 1000;
}

async function measureIdleMemory(home: string): Promise<number> {
  const server = await startPackhouse({ home, workers: 1 });
  try {
    // Long enough that a process that has nothing to do gives back what its start took.
    await wait(30_000);
    return familyMemory(server.pid) / 1e6;
  } finally {
    await server.stop();
  }
}
