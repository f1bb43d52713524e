import { AppError } from '@packhouse/contract/errors.ts';
import type { Outgoing } from '@packhouse/kernel/outgoing/outgoing.ts';

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
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > longest) throw new AppError('upstream_failed', { message: `The answer of ${new URL(url).host} is too long` });
      chunks.push(chunk);
    }
    const hasBody = answer.status !== 204 && answer.status !== 304;
    return new Response(hasBody ? Buffer.concat(chunks) : null, { status: answer.status, headers: answer.headers });
  };
}
