import { language } from '@packhouse/console-kit/console-kit.ts';

/** The time of a moment, with its day where that is not today. */
export function spellTime(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const isToday = at.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(language(), isToday ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' }).format(at);
}

/** A number of milliseconds as people read it. */
export function spellDuration(milliseconds: number): string {
  const format = (value: number, unit: string) =>
    new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(value);
  return milliseconds < 1000 ? format(milliseconds, 'millisecond') : format(milliseconds / 1000, 'second');
}

/** What is due goes as soon as its webhook lets it: no time of its own says when. */
export function isLater(time: string): boolean {
  return Date.parse(time) > Date.now();
}
