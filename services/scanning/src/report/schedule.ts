import { fieldRefusal } from '@packhouse/contract/errors.ts';
import { reportWords } from '@packhouse/contract/scanning/report-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { Cron } from 'croner';

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format();
    return true;
  } catch {
    return false;
  }
}

/** When a report comes around next; null when by its schedule it never does. */
export function findNext(cron: string, zone: string | null): Date | null {
  return new Cron(cron, { paused: true, timezone: zone ?? 'UTC' }).nextRun();
}

/** When a report first comes around by a schedule that somebody gave; null without one. @throws AppError `invalid_input` */
export function needFirst(cron: string | undefined, zone: string | undefined): Date | null {
  if (zone !== undefined && zone !== '' && !isTimeZone(zone)) throw fieldRefusal('cron_schedule_timezone', say(reportWords.time_zone_unknown));
  if (cron === undefined || cron === '') return null;
  let next: Date | null;
  try {
    // Seconds would have reports made without end.
    if (cron.split(/\s+/).length !== 5) throw new TypeError('five fields');
    next = findNext(cron, zone || null);
  } catch {
    throw fieldRefusal('cron_schedule', say(reportWords.schedule_not_readable));
  }
  if (!next) throw fieldRefusal('cron_schedule', say(reportWords.schedule_never));
  return next;
}
