import type { Quota } from './vendor.ts';

/** The last part of what a vendor allows is left to people and other programs. */
const leftToOthers = 0.1;
/** A vendor that says only that it was too much is asked again after a while. */
const usualPause = 60_000;
const longestPause = 60 * 60_000;

/** Knows how many requests a vendor still allows, and until when it wants to be left alone. */
export interface Limiter {
  /** Until when nothing may be asked; undefined where it may. */
  waitUntil(): Date | undefined;
  /** Takes in what an answer says. */
  note(status: number, headers: Readonly<Record<string, string>>): void;
  quota(): Quota | undefined;
}

const toNumber = (text: string | undefined) => (text !== undefined && /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : undefined);

/** Seconds, or a date. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function readRetryAfter(text: string | undefined, now: number): number | undefined {
  const seconds = toNumber(text);
  if (seconds !== undefined) return now + seconds * 1000;
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

/** The headers of GitHub and Gitea, GitLab, and Bitbucket Server. */
function readQuota(headers: Readonly<Record<string, string>>, now: number): Quota | undefined {
  const read = (name: string) => toNumber(headers[`x-ratelimit-${name}`] ?? headers[`ratelimit-${name}`]);
  const [limit, remaining] = [read('limit'), read('remaining')];
  if (limit === undefined || remaining === undefined || limit <= 0) return undefined;
  const [reset, fill, interval] = [read('reset'), read('fillrate'), read('interval-seconds')];
  // Bitbucket Server refills a bucket by so many requests in so many seconds.
  const refill = fill && interval !== undefined ? (Math.max(0, limit * 2 * leftToOthers - remaining) / fill) * interval * 1000 : usualPause;
  return { limit, remaining, resetsAt: new Date(reset === undefined ? now + refill : reset * 1000) };
}

export function makeLimiter(now: () => number = Date.now): Limiter {
  let quota: Quota | undefined;
  let pausedUntil = 0;
  const shorten = (at: number) => new Date(Math.min(at, now() + longestPause));
  return {
    waitUntil() {
      if (pausedUntil > now()) return shorten(pausedUntil);
      const isNearlySpent = quota !== undefined && quota.remaining <= quota.limit * leftToOthers && quota.resetsAt.getTime() > now();
      return isNearlySpent ? shorten(quota!.resetsAt.getTime()) : undefined;
    },
    note(status, headers) {
      quota = readQuota(headers, now()) ?? quota;
      const retryAt = readRetryAfter(headers['retry-after'], now());
      if (status === 429 || (status === 403 && (retryAt !== undefined || quota?.remaining === 0)))
        pausedUntil = retryAt ?? (quota?.remaining === 0 ? quota.resetsAt.getTime() : now() + usualPause);
    },
    quota: () => quota,
  };
}
