import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Outgoing } from '@packhouse/kernel/outgoing/outgoing.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';

/** Answers of providers are small documents; more is cut off. */
const longest = 1024 * 1024;
const milliseconds = 10_000;

interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** `fetch` in the shape that the protocol libraries take, through the platform's guarded way out: no redirects, a short time, a small answer. */
export function guardedFetch(outgoing: Outgoing): (url: string, options?: FetchOptions) => Promise<Response> {
  return async (url, { method = 'GET', headers = {}, body } = {}) => {
    const answer = await outgoing.request(url, {
      method: method as 'GET' | 'POST',
      headers,
      timeout: milliseconds,
      redirects: 0,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
    });
    const tooLong = () => new AppError(accessWords.answer_too_long, { host: new URL(url).host });
    const bytes = await readUpTo(answer.body, longest, tooLong);
    const hasBody = answer.status !== 204 && answer.status !== 304;
    return new Response(hasBody ? new Uint8Array(bytes) : null, { status: answer.status, headers: answer.headers });
  };
}
