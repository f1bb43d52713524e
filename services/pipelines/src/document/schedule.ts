import { Cron } from 'croner';

/** The next moment of a schedule after another one; undefined where there is none. @throws Error for what is no schedule */
export function findNext(cron: string, zone: string, after: Date): Date | undefined {
  return new Cron(cron, { timezone: zone, mode: '5-part', paused: true }).nextRun(after) ?? undefined;
}
