import { fieldRefusal } from '@packhouse/contract/errors.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { Cron } from 'croner';

/**
 * When something comes around next by its schedule, in UTC; nothing without one, or when it has come around for the last time. Six and seven fields begin
 * with the seconds, and count days of the week from Sunday as 1, as the schedulers of existing installations do.
 * @throws AppError `invalid_input`
 */
export function findNextRun(cron: string): Date | undefined {
  return cron === '' ? undefined : (readSchedule(cron).nextRun() ?? undefined);
}

/** The same for a schedule that somebody just chose. @throws AppError `invalid_input`, also when it never comes around */
export function needNextRun(cron: string): Date | null {
  const next = findNextRun(cron);
  if (!next && cron !== '') throw fieldRefusal('cron', say(replicationWords.schedule_without_end));
  return next ?? null;
}

function readSchedule(cron: string): Cron {
  try {
    return new Cron(cron, { paused: true, timezone: 'UTC', sloppyRanges: true, alternativeWeekdays: cron.split(/\s+/).length > 5 });
  } catch {
    throw fieldRefusal('cron', say(replicationWords.schedule_unreadable));
  }
}
