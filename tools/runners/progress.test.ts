import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { limits, patience } from './limits.ts';
import { readProgress, type Step, writeStep } from './progress.ts';
import { addTallies, judge } from './tally.ts';

const told = (...steps: Step[]) => readProgress(steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
const file = (place: string, state: Step['state']): Step => ({ kind: 'file', place, state });
const test = (place: string, state: Step['state']): Step => ({ kind: 'test', place, state });

it('counts tests by what was told of them last', () => {
  expect(told(file('a', 'running'), test('a > 1', 'running'), test('a > 1', 'failed'), test('a > 1', 'passed'), file('a', 'passed'))).toEqual({
    tally: { passed: 1, failed: 0 },
    unfinished: [],
  });
  expect(told(test('a > 1', 'passed'), test('a > 2', 'failed'), test('a > 3', 'skipped'))).toEqual({ tally: { passed: 1, failed: 1 }, unfinished: [] });
});

it('names the test that never ended, and the file where it was in none', () => {
  expect(told(file('a', 'running'), test('a > 1', 'passed'), test('a > 2', 'running'))).toEqual({ tally: { passed: 1, failed: 1 }, unfinished: ['a > 2'] });
  expect(told(file('a', 'passed'), file('b', 'running'), test('a > 1', 'passed'))).toEqual({ tally: { passed: 1, failed: 0 }, unfinished: ['b'] });
});

it('reads what was written, without a last line that was cut off', () => {
  const folder = mkdtempSync(join(tmpdir(), 'progress-'));
  writeStep(join(folder, 'steps'), test('a > 1', 'passed'));
  writeStep(join(folder, 'steps'), test('a > 2', 'passed'));
  const text = readFileSync(join(folder, 'steps'), 'utf8');
  rmSync(folder, { recursive: true });
  expect(readProgress(text.slice(0, -10)).tally).toEqual({ passed: 1, failed: 0 });
  expect(readProgress('')).toEqual({ tally: { passed: 0, failed: 0 }, unfinished: [] });
});

it.each([
  ['a good run', { passed: 4, failed: 0 }, 0, { passed: 4, failed: 0 }],
  ['failed tests', { passed: 4, failed: 2 }, 1, { passed: 4, failed: 2 }],
  ['good tests and a bad exit', { passed: 4, failed: 0 }, 1, { passed: 4, failed: 1 }],
  ['a runner ended by a signal', { passed: 4, failed: 0 }, null, { passed: 4, failed: 1 }],
  ['a runner that ran nothing', { passed: 0, failed: 0 }, 0, { passed: 0, failed: 1 }],
])('judges %s', (_title, tally, exitCode, expected) => {
  expect(judge(tally, exitCode)).toEqual(expected);
});

it('adds', () => {
  const tallies = [
    { passed: 1, failed: 0 },
    { passed: 2, failed: 3 },
  ];
  expect(addTallies(tallies)).toEqual({ passed: 3, failed: 3 });
});

it('gives every test its time before a stage is ended', () => {
  for (const limit of Object.values(limits)) expect(limit).toBeLessThan(patience);
});
