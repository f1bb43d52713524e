import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Delivery, IncomingHeaders } from './vendor.ts';

/** A header that is there once. */
export function header(headers: IncomingHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Compares without telling by the time it takes how much is right. */
export function isSame(given: string, right: string): boolean {
  const sum = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(sum(given), sum(right));
}

/** Whether a header holds the sum of the body under the secret, with or without the name of the method before it. */
export function hasSum(given: string | undefined, raw: Buffer, secret: string): boolean {
  if (given === undefined || secret === '') return false;
  return isSame(given.replace(/^sha256=/, '').toLowerCase(), createHmac('sha256', secret).update(raw).digest('hex'));
}

const longestId = 200;

/** The message of a body that has been proven; undefined where it is none. An id that the vendor does not give is made of the body. */
export function makeDelivery(raw: Buffer, event: string | undefined, id: string | undefined): Delivery | undefined {
  if (event === undefined) return undefined;
  try {
    const body: unknown = JSON.parse(raw.toString('utf8'));
    return { id: (id ?? createHash('sha256').update(raw).digest('hex')).slice(0, longestId), event, body };
  } catch {
    return undefined;
  }
}
