import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeRunFolder } from './leftovers.ts';
import { type ProgramRun, runProgram } from './run-program.ts';

const node = (script: string, rest: Partial<ProgramRun> = {}) =>
  runProgram({ program: process.execPath, parameters: ['-e', script], patience: 60_000, ...rest });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('tells how a program ended and what it printed last', async () => {
  const end = await node('console.log("so far"); console.error("so bad"); process.exitCode = 3');
  expect(end.exitCode).toBe(3);
  expect([...end.lastLines].sort()).toEqual(['so bad', 'so far']);
});

it('ends what a program left running in its process group', async () => {
  const end = await node(`const { spawn } = require('node:child_process'); spawn('sleep', ['3600'], { stdio: 'inherit' }).unref(); console.log('done')`);
  expect(end).toEqual({ exitCode: 0, lastLines: ['done'] });
});

it('ends a program of which nothing is heard, and lets one go on that shows a sign of life', async () => {
  const end = await node(`console.log('so far'); setInterval(() => {}, 1000)`, { patience: 2000 });
  expect(end.exitCode).toBeNull();
  let sign = 0;
  const quiet = await node('setTimeout(() => {}, 1500)', { patience: 400, signOfLife: () => sign++ });
  expect(quiet).toEqual({ exitCode: 0, lastLines: [] });
});

const leavesBehind = {
  'a child of its own session': `spawn('sleep', ['3600'], { detached: true, stdio: 'ignore' })`,
  'a grandchild whose parent has gone': `spawn('sh', ['-c', 'sleep 3600 & echo $!'], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] })`,
  'a child with an environment of its own, in a folder of the run': `spawn('sleep', ['3600'], { detached: true, stdio: 'ignore', env: {}, cwd: tmpdir() })`,
  'a child that only names a folder of the run': `spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', tmpdir() + '/data'], { detached: true, stdio: 'ignore', env: {} })`,
};

it.runIf(process.platform === 'linux').each(Object.entries(leavesBehind))('ends with a run: %s', async (_title, left) => {
  const folder = makeRunFolder();
  const script = `const { spawn } = require('node:child_process'); const { tmpdir } = require('node:os'); const child = ${left}; child.unref(); console.log(child.pid)`;
  const { lastLines } = await node(script, { env: folder.env });
  const alive = () => lastLines.map(Number).filter(isAlive);
  expect(alive().length).toBeGreaterThan(0);
  await folder.clear();
  await expect.poll(alive).toEqual([]);
  expect(existsSync(folder.path)).toBe(false);
});
