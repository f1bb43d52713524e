import type { IncomingMessage } from 'node:http';
import { AppError } from '@packhouse/contract/errors.ts';
import { z } from 'zod';
import { readLimited } from './container/read-limited.ts';

const megabyte = 1024 * 1024;

/**
 * The most bytes a body may have that is read whole, by what it says. Where bodies are handed over as streams nothing else limits them.
 * Packages are not among these: they are streamed into the store.
 */
export const bodyLimits = {
  /** A document names every file of every module; those of the largest builds have some tens of thousands. */
  build: 32 * megabyte,
  /** What is to be done with builds: their numbers, a promotion, a rule. */
  buildOrder: megabyte,
  /** Up to 500 repositories at once. */
  repositories: 4 * megabyte,
  /** Clients send queries of thousands of files in one. */
  query: 4 * megabyte,
  properties: megabyte,
  /** A few names. */
  names: 64 * 1024,
} as const;

/** A JSON body of whatever content type, read whole. @throws AppError `too_large` beyond `limit` bytes, `bad_request` when it is not JSON */
export async function readJson({ raw }: { raw: IncomingMessage }, limit: number): Promise<unknown> {
  const text = (await readLimited(raw, limit)).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad_request', { message: 'The body is not JSON' });
  }
}

/** The same, with what the schema makes of it. @throws AppError `too_large`, `bad_request` */
export async function readParsed<Output>(request: { raw: IncomingMessage }, schema: z.ZodType<Output>, limit: number): Promise<Output> {
  const parsed = schema.safeParse(await readJson(request, limit));
  if (!parsed.success) throw new AppError('bad_request', { message: z.prettifyError(parsed.error) });
  return parsed.data;
}
