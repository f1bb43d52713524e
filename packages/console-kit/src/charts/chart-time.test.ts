import { expect, it } from 'vitest';
import { axisMarks } from './chart-time.ts';

const hour = 3_600_000;
/** A Friday afternoon, in the zone of whoever looks. */
const from = new Date(2026, 10, 20, 15).getTime();

it('names days of a week where they begin', () => {
  const marks = axisMarks('week', { from, step: hour, count: 7 * 24 });
  const days = marks.map((at) => new Date(from + at * hour));
  expect(days.map((day) => day.getHours())).toEqual([0, 0, 0]);
  expect(new Set(days.map((day) => day.getDate())).size).toBe(3);
});

it('names a day that begins between two steps at the first of them that is in it', () => {
  const marks = axisMarks('month', { from, step: 6 * hour, count: 120 });
  expect(marks.length).toBeGreaterThan(3);
  for (const at of marks) expect(new Date(from + at * 6 * hour).getHours()).toBeLessThan(6);
});

it('names fifths of a day and of a year', () => {
  expect(axisMarks('day', { from, step: hour, count: 25 })).toEqual([0, 5, 10, 15, 20]);
  expect(axisMarks('year', { from, step: 24 * hour, count: 365 })).toHaveLength(5);
});
