import { readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyProgram } from '../../tools/serve/changed-copy.ts';
import { processTree } from '../../tools/serve/kill-tree.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { requireQuietLogs } from '../clients/require-quiet-logs.ts';

const adminPassword = 'Admin-password-1';
const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;

let program: Awaited<ReturnType<typeof copyProgram>>;
let server: PackhouseProcess | undefined;
beforeAll(async () => {
  program = await copyProgram();
  await program.build();
});
afterAll(async () => {
  await server?.remove();
  await program?.remove();
});

async function start(): Promise<PackhouseProcess> {
  server = await startPackhouse({ root: program.root, adminPassword, workers: 2 });
  return server;
}

/** What the HTTP workers run. */
async function readWorkerPrograms({ pid }: PackhouseProcess): Promise<string[]> {
  const commands = await Promise.all((await processTree(pid)).map((one) => readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')));
  return commands
    .filter((command) => command.includes('http-worker'))
    .map((command) => command.split('\0').find((part) => part.startsWith(program.root)) ?? command);
}

async function publishBuild({ url }: PackhouseProcess): Promise<number> {
  const document = { version: '1.0.1', name: 'shop', number: '1', started: '2026-01-01T00:00:00.000+0000', modules: [{ id: 'shop:1' }] };
  const answer = await fetch(`${url}/artifactory/api/build`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(document),
  });
  return answer.status;
}

it('serves with what was built of it, its HTTP workers and its threads too', async () => {
  const running = await start();
  const built = join(program.root, 'apps/server/dist/program.js');
  expect(await readWorkerPrograms(running)).toEqual([built, built]);
  // A thread reads the document.
  expect(await publishBuild(running)).toBe(204);
  await requireQuietLogs(running.home);
  await running.remove();
});

it('serves with its sources when one of them has changed since', async () => {
  await utimes(join(program.root, 'services/repositories/src/build/build.ts'), new Date(), new Date());
  const running = await start();
  const main = join(program.root, 'apps/server/src/main.ts');
  expect(await readWorkerPrograms(running)).toEqual([main, main]);
  expect(await publishBuild(running)).toBe(204);
});
