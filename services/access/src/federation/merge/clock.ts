/** Twelve digits of milliseconds and four of a counter, in base 16: text that sorts by time. A hybrid logical clock. */
const write = (milliseconds: number, counter: number) => milliseconds.toString(16).padStart(12, '0') + counter.toString(16).padStart(4, '0');

export const zeroStamp = write(0, 0);

export const getMilliseconds = (stamp: string) => Number.parseInt(stamp.slice(0, 12), 16);

/** A stamp later than the last one, and no earlier than now. */
export function nextStamp(last: string, now: number): string {
  const known = getMilliseconds(last);
  if (now > known) return write(now, 0);
  const counter = Number.parseInt(last.slice(12), 16) + 1;
  return counter > 0xffff ? write(known + 1, 0) : write(known, counter);
}

/** What is written from now on is later than this, too. */
export const observe = (last: string, seen: string) => (seen > last ? seen : last);

/** A stamp for something that was changed at this time, before there was anybody to tell. */
export const makeStamp = (milliseconds: number) => write(Math.max(0, Math.floor(milliseconds)), 0);
