import { expect, it } from 'vitest';
import { humanizeUptime } from './uptime.ts';

const day = 86_400_000;

it.each([
  [3 * day + 4 * 3_600_000 + 5 * 60_000, '3 days, 4 hours'],
  [day + 60_000, '1 day, 1 minute'],
  [400 * day, '1 year, 1 month'],
  [61_000, '1 minute, 1 second'],
  [2 * 3_600_000, '2 hours'],
  [900, '0 seconds'],
])('STAT-009 writes %d ms as %s', (milliseconds, text) => {
  expect(humanizeUptime(milliseconds, 'en')).toBe(text);
});

it('STAT-009 writes it in the language on screen', () => {
  expect(humanizeUptime(3 * day + 4 * 3_600_000, 'de')).toBe('3 Tage, 4 Stunden');
});
