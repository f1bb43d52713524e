import { expect, it } from 'vitest';
import { addTallies, judge, readPlaywrightReport, readVitestReport } from './tally.ts';

it('reads the counts of both runners', () => {
  expect(readVitestReport('{"numPassedTests":3,"numFailedTests":1,"numTotalTests":4}')).toEqual({ passed: 3, failed: 1 });
  expect(readPlaywrightReport('{"stats":{"expected":5,"skipped":0,"unexpected":1,"flaky":1}}')).toEqual({ passed: 6, failed: 1 });
});

it.each([
  ['a good run', { passed: 4, failed: 0 }, 0, { passed: 4, failed: 0 }],
  ['failed tests', { passed: 4, failed: 2 }, 1, { passed: 4, failed: 2 }],
  ['good tests and a bad exit', { passed: 4, failed: 0 }, 1, { passed: 4, failed: 1 }],
  ['a runner ended by a signal', { passed: 4, failed: 0 }, null, { passed: 4, failed: 1 }],
  ['a runner that ran nothing', { passed: 0, failed: 0 }, 0, { passed: 0, failed: 1 }],
  ['a runner without a report', undefined, 0, { passed: 0, failed: 1 }],
])('judges %s', (_title, tally, exitCode, expected) => {
  expect(judge(tally, exitCode)).toEqual(expected);
});

it('adds', () => {
  expect(
    addTallies([
      { passed: 1, failed: 0 },
      { passed: 2, failed: 3 },
    ]),
  ).toEqual({ passed: 3, failed: 3 });
});
