import { AppError } from '@packhouse/contract/errors.ts';
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import type { Bucket } from './s3-bucket.ts';

/** How long the store may take to begin its answer, in milliseconds. */
const answerWithin = 4000;
/** Copying inside the store and putting parts together take as long as the store's disks do. */
const workWithin = 60_000;
/** An upload that is slower than this, in bytes a second, is taken for one that hangs. */
const slowest = 500_000;

/** After so many failures in a row nobody waits for the store any more until one call, made after the pause, finds it back. */
const failuresInRow = 3;
const pause = 2000;

const networkCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const awayStatuses: ReadonlySet<unknown> = new Set([500, 502, 503, 504]);

class TooSlow extends Error {
  override name = 'TooSlow';
}

/** Whether the store, not the request, is at fault: it cannot be reached, hangs, or says that it is out of order. */
function isAway(error: unknown): boolean {
  const { code, name, $metadata } = error as { code?: unknown; name?: unknown; $metadata?: { httpStatusCode?: unknown } };
  return error instanceof TooSlow || name === 'TimeoutError' || networkCodes.has(code) || awayStatuses.has($metadata?.httpStatusCode);
}

interface CommandInput {
  ContentLength?: number;
  CopySource?: string;
  MultipartUpload?: object;
}

function findLimit({ ContentLength = 0, CopySource, MultipartUpload }: CommandInput): number {
  if (CopySource !== undefined || MultipartUpload !== undefined) return workWithin;
  return answerWithin + (ContentLength / slowest) * 1000;
}

type Send = (command: { input: object }, options?: { abortSignal?: AbortSignal }) => Promise<unknown>;

/** Sends and gives up when the answer does not begin in time. Once it has begun, its body may take as long as it needs. */
async function sendInTime(send: Send, command: { input: object }, { abortSignal: given }: { abortSignal?: AbortSignal } = {}): Promise<unknown> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), findLimit(command.input as CommandInput));
  try {
    return await send(command, { abortSignal: given ? AbortSignal.any([given, limit.signal]) : limit.signal });
  } catch (error) {
    throw limit.signal.aborted && !given?.aborted ? new TooSlow('The store did not answer in time', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Keeps a store that is away or hangs from holding everybody up: each call ends in time, and after a few failures in a row calls are refused at once.
 * @throws AppError `storage_unavailable`
 */
export function withPatience(send: Bucket['send']): Bucket['send'] {
  const breaker = circuitBreaker(handleWhen(isAway), { halfOpenAfter: pause, breaker: new ConsecutiveBreaker(failuresInRow) });
  let last: unknown;
  return (async (command: { input: object }, options?: { abortSignal?: AbortSignal }) => {
    try {
      return await breaker.execute(() => sendInTime(send as unknown as Send, command, options));
    } catch (error) {
      if (isAway(error)) last = error;
      else if (!(error instanceof BrokenCircuitError)) throw error;
      throw new AppError('storage_unavailable', { cause: last });
    }
  }) as unknown as Bucket['send'];
}
