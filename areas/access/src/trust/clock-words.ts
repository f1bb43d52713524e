import { language } from '@packhouse/console-kit/console-kit.ts';
import { t } from './trust-words.ts';

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** What a call needs on its way counts into the measure. */
const noticeable = 2;

/** 'one hour ahead' for a clock that is so many milliseconds ahead. */
export function spellOffset(offset: number): string {
  const seconds = Math.round(Math.abs(offset) / 1000);
  if (seconds <= noticeable) return t('clockSame');
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
  const time = new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' }).format(Math.round(seconds / size));
  return offset > 0 ? t('clockAhead', { time }) : t('clockBehind', { time });
}
