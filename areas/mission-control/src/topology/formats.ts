import { language } from '@packhouse/console-kit/console-kit.ts';
import type { Location } from '@packhouse/contract/mission-control/unit-routes.ts';
import { t } from './topology-words.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** '3 min', '2 hr': the largest unit that fits. */
export function formatLag(milliseconds: number): string {
  const [unit, size] = units.find(([, length]) => Math.abs(milliseconds) >= length) ?? ['second', 1000];
  const amount = Math.round(milliseconds / size);
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
}

/** The city with its country, or the coordinates where nobody named one. */
export function formatPlace(location: Location | undefined): string {
  if (!location) return t('noPlace');
  const { city, country, latitude, longitude } = location;
  return [city, country].filter(Boolean).join(', ') || `${latitude}°, ${longitude}°`;
}
