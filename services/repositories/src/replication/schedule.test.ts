import { expect, it } from 'vitest';
import { makeChoice } from './path-choice.ts';
import { findNextRun, needNextRun } from './schedule.ts';

it.each([
  ['0 0 2 ? * 2', 1],
  ['0 0 2 ? * MON', 1],
  ['0 2 * * 2', 2],
])('counts the days of %s as its kind of schedule does', (cron, day) => {
  expect(findNextRun(cron)?.getUTCDay()).toBe(day);
});

it('takes the schedules that existing clients send', () => {
  expect(findNextRun('0 0/5 * * * ?')?.getUTCMinutes()).toSatisfy((minutes: number) => minutes % 5 === 0);
  expect(findNextRun('0 0 12 1/1 * ? *')?.toISOString()).toMatch(/T12:00:00/);
  expect(findNextRun('')).toBeUndefined();
  expect(needNextRun('')).toBeNull();
  for (const cron of ['rubbish', '* *', '0 0 0 1 1 ? 1999']) expect(() => needNextRun(cron)).toThrow();
});

it.each([
  ['', '', 'a/b', true],
  ['a', '', 'a/b', true],
  ['/a/', '', 'a/b', true],
  ['a', '', 'ab', false],
  ['a/**/c', '', 'a/x/y/c', true],
  ['*.jar', '', 'a/x.jar', false],
  ['', 'a,b', 'b/c', false],
  ['a', 'a/b', 'a/b/c', false],
])('chooses by %j without %j of %s: %s', (include_prefix, exclude_prefix, path, expected) => {
  expect(makeChoice({ include_prefix, exclude_prefix })(path)).toBe(expected);
});
