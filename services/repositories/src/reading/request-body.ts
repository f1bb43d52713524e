import type { IncomingMessage } from 'node:http';
import { AppError } from '@packhouse/contract/errors.ts';
import { queryLimits } from '@packhouse/contract/repositories/limits.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { requireFewValues, wholeBodies } from '@packhouse/kernel/http/whole-body.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { z } from 'zod';

const megabyte = 1024 * 1024;

/**
 * The most bytes a body may have that is read whole, by what it says. Where bodies are handed over as streams nothing else limits them.
 * Packages are not among these: they are streamed into the store.
 */
export const bodyLimits = {
  /** A document names every file of every module; those of the largest builds have some tens of thousands. */
  build: 32 * megabyte,
  /** An infrastructure consists of this; one of thousands of resources has a few megabytes. */
  state: 16 * megabyte,
  /** This says what is to be done with builds: their numbers, a promotion, a rule. */
  buildOrder: megabyte,
  /** Up to 500 repositories at once. */
  repositories: 4 * megabyte,
  /** Clients send queries of thousands of files in one. */
  query: queryLimits.text.most,
  properties: megabyte,
  /** A few names. */
  names: 64 * 1024,
} as const;

/** Documents beyond a few megabytes: builds and states. */
export const documents = wholeBodies();

/** @throws AppError `bad_request` when it is not JSON */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new AppError(sharedWords.body_is_no_json);
  }
}

/** Gives what a schema makes of a value. @throws AppError `bad_request` */
export function checked<Output>(value: unknown, schema: z.ZodType<Output>): Output {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('bad_request', { said: { message: z.prettifyError(parsed.error) } });
  return parsed.data;
}

/**
 * Does something with the bytes of a JSON body that may be large, in its turn: others wait until it is done. Nobody has looked at them.
 * @throws AppError `too_large`, `unavailable` when there is no turn in time
 */
export function withDocument<Result>(
  { raw, actor }: { raw: IncomingMessage; actor: { name: string } },
  asked: { limit: number; isLarge?: boolean },
  use: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  return documents.use(raw, { ...asked, who: actor.name, countsItself: true }, use);
}

/** Everybody else waits while these are parsed and checked: 500 repositories with every field have half as many values. */
const mostValues = 50_000;

/** A JSON body of whatever content type, read whole. @throws AppError `too_large` beyond `limit` bytes or with too many values, `bad_request` when it is not JSON */
export async function readJson({ raw }: { raw: IncomingMessage }, limit: number): Promise<unknown> {
  const bytes = await readUpTo(raw, limit);
  requireFewValues(bytes, mostValues);
  return parseJson(bytes);
}

/** The same, with what the schema makes of it. @throws AppError `too_large`, `bad_request` */
export async function readParsed<Output>(request: { raw: IncomingMessage }, schema: z.ZodType<Output>, limit: number): Promise<Output> {
  return checked(await readJson(request, limit), schema);
}
