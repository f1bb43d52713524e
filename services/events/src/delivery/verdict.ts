import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { SentHook } from './send-hook.ts';

/**
 * What an attempt says: the message is `delivered`; the `receiver` fails, whatever it is sent; this very message is `refused`; or the receiver is `gone`
 * for good.
 */
export type Verdict =
  | { kind: 'delivered' }
  | { kind: 'receiver'; said: Said; status?: number; retryAfter?: number }
  | { kind: 'refused'; said: Said; status: number }
  | { kind: 'gone'; said: Said; status: 410 };

const longestWait = 3600;

/** Seconds that a receiver asks for, an hour at most. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
export function readRetryAfter(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), longestWait) : undefined;
}

/** Statuses below 500 that are about the receiver and not about what it was sent. */
const receiverStatuses: ReadonlySet<number> = new Set([408, 429]);

export function judge({ response, failure }: Pick<SentHook, 'response' | 'failure'>, now: Date): Verdict {
  if (!response) return { kind: 'receiver', said: failure!.said };
  const { status } = response;
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone', status, said: say(hookWords.receiver_gone) };
  if (status >= 400 && status < 500 && !receiverStatuses.has(status)) return { kind: 'refused', status, said: say(hookWords.receiver_answered, { status }) };
  const said = say(status >= 300 && status < 400 ? hookWords.receiver_redirects : hookWords.receiver_answered, { status });
  const retryAfter = readRetryAfter(response.retryAfter, now);
  return { kind: 'receiver', status, said, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** Seconds for which a receiver that fails is left alone, the longer the oftener it failed. */
const pauses = [5, 30, 120, 600, 1800, 3600] as const;

/** A fifth more or less, so that many webhooks of one receiver do not come back at once; what the receiver asks for is the least. */
export function getPause(failures: number, retryAfter = 0, random = Math.random()): number {
  const usual = pauses[Math.min(failures, pauses.length) - 1] ?? pauses[0];
  return Math.max(usual * (0.8 + 0.4 * random), retryAfter);
}

/** Seconds between the tries of a message that is refused, an hour in all; after the last it is given up. */
const tries = [60, 300, 900, 2340] as const;

/** When a message is tried again that was refused so often; undefined for never. */
export function getNextTry(refusals: number): number | undefined {
  return tries[refusals - 1];
}

/** So many messages in a row that are refused alike say something of the receiver. */
export const mostRefusedAlike = 20;
