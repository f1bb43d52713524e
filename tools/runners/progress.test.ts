import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { limits, patience } from './limits.ts';
import { firstLine, readProgress, type Step, writeStep } from './progress.ts';
import { addTallies, judge } from './tally.ts';

const told = (...steps: Step[]) => readProgress(steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
const file = (place: string, state: Step['state']): Step => ({ kind: 'file', place, state });
const test = (place: string, state: Step['state']): Step => ({ kind: 'test', place, state });

it('counts tests by what was told of them last', () => {
  expect(told(file('a', 'running'), test('a > 1', 'running'), test('a > 1', 'failed'), test('a > 1', 'passed'), file('a', 'passed'))).toEqual({
    tally: { passed: 1, failed: 0 },
    unfinished: [],
    failed: [],
    files: [],
  });
  expect(told(test('a > 1', 'passed'), test('a > 2', 'failed'), test('a > 3', 'skipped'))).toMatchObject({ tally: { passed: 1, failed: 1 }, unfinished: [] });
});

it('names what failed and why, and files that failed outside of their tests', () => {
  const why = firstLine('\u001b[31mexpected 1 to be 2\u001b[39m\n\n- 2\n+ 1');
  expect(told({ ...test('a > 1', 'failed'), why }, { ...file('b', 'failed'), why: 'the port is taken' }, file('a', 'passed')).failed).toEqual([
    'a > 1: expected 1 to be 2',
    'b: the port is taken',
  ]);
});

it('names each file once in which something failed or never ended, and none that was good when it was run again', () => {
  const first = [test('a > 1', 'passed'), test('a > 2', 'failed'), file('a', 'failed'), test('b > 1', 'running'), test('c > 1', 'passed'), file('c', 'passed')];
  expect(told(...first).files).toEqual(['a', 'b']);
  const second = [test('a > 1', 'running'), test('a > 1', 'passed'), test('a > 2', 'passed'), file('a', 'passed'), test('b > 1', 'failed')];
  expect(told(...first, ...second)).toMatchObject({ tally: { passed: 3, failed: 1 }, failed: ['b > 1'], files: ['b'] });
});

it('names the test that never ended, and the file where it was in none', () => {
  expect(told(file('a', 'running'), test('a > 1', 'passed'), test('a > 2', 'running'))).toMatchObject({
    tally: { passed: 1, failed: 1 },
    unfinished: ['a > 2'],
  });
  expect(told(file('a', 'passed'), file('b', 'running'), test('a > 1', 'passed'))).toMatchObject({ tally: { passed: 1, failed: 0 }, unfinished: ['b'] });
});

it('reads what was written, without a last line that was cut off', () => {
  const folder = mkdtempSync(join(tmpdir(), 'progress-'));
  writeStep(join(folder, 'steps'), test('a > 1', 'passed'));
  writeStep(join(folder, 'steps'), test('a > 2', 'passed'));
  const text = readFileSync(join(folder, 'steps'), 'utf8');
  rmSync(folder, { recursive: true });
  expect(readProgress(text.slice(0, -10)).tally).toEqual({ passed: 1, failed: 0 });
  expect(readProgress('')).toEqual({ tally: { passed: 0, failed: 0 }, unfinished: [], failed: [], files: [] });
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
