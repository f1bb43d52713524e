import { expect, it } from 'vitest';
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
