import { constants } from '@packhouse/contract/constants.ts';

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

const partsShown = constants.uptime.units;

/** '3 days, 4 hours' for milliseconds: the largest two units that are not zero, the rest cut off. */
export function humanizeUptime(milliseconds: number, language: string): string {
  let rest = Math.max(0, Math.floor(milliseconds / 1000));
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    const isLast = unit === 'second' && parts.length === 0;
    if ((count > 0 || isLast) && parts.length < partsShown)
      parts.push(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count));
  }
  return parts.join(', ');
}
