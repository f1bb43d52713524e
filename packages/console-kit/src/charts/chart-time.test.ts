import { expect, it } from 'vitest';
import { axisMarks, stepTime } from './chart-time.ts';

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

it('names round hours of a day where they begin', () => {
  const marks = axisMarks('day', { from: from + 5 * 60_000, step: hour / 12, count: 288 });
  const hours = marks.map((at) => new Date(from + 5 * 60_000 + (at * hour) / 12));
  expect(hours.map((at) => [at.getHours() % 4, at.getMinutes()])).toEqual(hours.map(() => [0, 0]));
  expect(hours.length).toBeGreaterThan(2);
});

it('names days where they begin also in the week in which clocks change', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  try {
    for (const sunday of ['2026-10-25T01:00:00Z', '2026-03-29T01:00:00Z']) {
      const start = Date.parse(sunday) - 4 * 24 * hour;
      const days = axisMarks('week', { from: start, step: hour, count: 7 * 24 }).map((at) => new Date(start + at * hour));
      expect(days.map((day) => day.getHours())).toEqual(days.map(() => 0));
      expect(new Set(days.map((day) => day.getDate())).size).toBe(days.length);
    }
    // The hour that comes twice is two steps, named alike; neither is lost.
    expect(new Set(['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'].map((at) => stepTime('week', new Date(at)))).size).toBe(1);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

it('names fifths of a year', () => {
  expect(axisMarks('year', { from, step: 24 * hour, count: 365 })).toHaveLength(5);
});
