import { expect, it } from 'vitest';
import { keepLastLines } from './last-lines.ts';
import { runProgram } from './run-program.ts';

it('keeps the last lines, however they were cut', () => {
  const kept = keepLastLines(2);
  expect(kept.lines()).toEqual([]);
  for (const piece of ['one\ntw', 'o\nth', 'ree\n']) kept.add(Buffer.from(piece));
  expect(kept.lines()).toEqual(['two', 'three']);
  kept.add(Buffer.from('four'));
  expect(kept.lines()).toEqual(['three', 'four']);
});

it('puts a letter together whose bytes came apart', () => {
  const kept = keepLastLines(2);
  for (const byte of Buffer.from('é')) kept.add(Buffer.from([byte]));
  expect(kept.lines()).toEqual(['é']);
});

it('tells how a program ended and what it printed last', async () => {
  const end = await runProgram(process.execPath, ['-e', 'console.log("so far"); console.error("so bad"); process.exitCode = 3'], 1);
  expect(end.exitCode).toBe(3);
  expect([...end.lastLines].sort()).toEqual(['so bad', 'so far']);
});

it('ends what a program left running', async () => {
  const left = `const { spawn } = require('node:child_process'); spawn('sleep', ['3600'], { stdio: 'inherit' }).unref(); console.log('done')`;
  const end = await runProgram(process.execPath, ['-e', left], 1);
  expect(end).toEqual({ exitCode: 0, lastLines: ['done'] });
});
