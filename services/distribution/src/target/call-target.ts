import type { Readable } from 'node:stream';
import { greetReceiver } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import type { TargetCheck } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError, type ErrorCode, errors, saidBy } from '@packhouse/contract/errors.ts';
import { Said as SaidShape } from '@packhouse/contract/said.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';

/** How another deployment is reached. */
export interface Reach {
  name: string;
  url: string;
  allowPrivate: boolean;
  /** A bearer token for the next call. */
  token(): Promise<string>;
}

export interface TargetRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  json?: unknown;
  body?: { stream: Readable; size: number };
  headers?: Record<string, string>;
  /** It changes many files or repositories there. */
  isLong?: boolean;
  signal?: AbortSignal;
}

export interface TargetAnswer {
  status: number;
  text: string;
}

/** Milliseconds that a target has for its answer, where much is to do for it, and how fast it has to take in a file. */
const patience = 30_000;
const longPatience = 10 * 60_000;
const slowestBytesPerMillisecond = 50;
/** Milliseconds that all of an answer may take once it has begun. */
const answerPatience = 2 * 60_000;
const largestAnswer = 16 * 1024 * 1024;
/** Characters of a target's refusal that are passed on. */
const longestWords = 1000;

/** @throws AppError `upstream_failed` (too long), `upstream_unavailable` (too slow) */
async function getText(body: Readable): Promise<string> {
  const slow = new AppError(distributionWords.target_too_slow);
  const timer = setTimeout(() => body.destroy(slow), answerPatience);
  try {
    const tooMuch = () => new AppError(distributionWords.target_answer_too_large);
    return (await readUpTo(body, largestAnswer, tooMuch)).toString('utf8');
  } finally {
    clearTimeout(timer);
  }
}

/** Asks a target. Redirects are not followed: the token is for that very address. */
export async function callTarget({ platform }: Context, target: Reach, request: TargetRequest): Promise<TargetAnswer> {
  const { method, path, json, body, headers = {}, isLong = false, signal } = request;
  const content: Record<string, string> = {};
  if (json !== undefined) content['content-type'] = 'application/json';
  else if (body) Object.assign(content, { 'content-type': 'application/octet-stream', 'content-length': String(body.size) });
  const answer = await platform.outgoing.request(`${target.url.replace(/\/+$/, '')}${path}`, {
    method,
    headers: { authorization: `Bearer ${await target.token()}`, accept: 'application/json', ...content, ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(body ? { body: body.stream } : {}),
    allowPrivate: target.allowPrivate,
    redirects: 0,
    // The head of the answer comes only when all of the body has been taken in.
    timeout: body || isLong ? longPatience + (body?.size ?? 0) / slowestBytesPerMillisecond : patience,
    ...(signal ? { signal } : {}),
  });
  return { status: answer.status, text: await getText(answer.body) };
}

interface Refusal extends Partial<Said> {
  code?: string;
  detail?: unknown;
}

function readRefusal(text: string): Refusal {
  try {
    return (JSON.parse(text) as { errors?: Refusal[] }).errors?.[0] ?? {};
  } catch {
    return {};
  }
}

/** The target refuses with this code, and says this of it. */
export function isRefusedWith({ text }: TargetAnswer, code: ErrorCode, detail: Record<string, string>): boolean {
  const refusal = readRefusal(text);
  const said = (refusal.detail ?? {}) as Record<string, unknown>;
  return refusal.code === code && Object.entries(detail).every(([key, value]) => said[key] === value);
}

/** Tells what the target's refusal means here, with its own words. */
export function targetError({ name }: Pick<Reach, 'name'>, { status, text }: TargetAnswer): AppError {
  const { code = '', message, reason, values, detail } = readRefusal(text);
  const told = SaidShape.safeParse({ message: message?.slice(0, longestWords), reason, values });
  const said = told.success && told.data.message !== '' ? told.data : undefined;
  if (status === 401) return new AppError(distributionWords.target_token_refused, { target: name });
  if (status >= 300 && status < 400) return new AppError(distributionWords.target_redirects, { target: name, status });
  if (status >= 500 || status === 429 || status === 408)
    return said
      ? new AppError(distributionWords.target_answers_why, { target: name, status, why: said })
      : new AppError(distributionWords.target_answers, { target: name, status });
  const known = code in errors && !['unauthenticated', 'bad_credentials', 'internal'].includes(code) ? (code as ErrorCode) : 'upstream_failed';
  return new AppError(known, {
    said: said ? say(sharedWords.named, { name, why: said }) : say(distributionWords.target_is_no_deployment, { target: name, status }),
    detail,
  });
}

/** A good answer, read with its schema. @throws AppError in the target's words */
export async function askTarget<Schema extends z.ZodType>(context: Context, target: Reach, request: TargetRequest, schema: Schema): Promise<z.output<Schema>> {
  const answer = await callTarget(context, target, request);
  if (answer.status < 200 || answer.status >= 300) throw targetError(target, answer);
  try {
    return schema.parse(answer.text === '' ? undefined : JSON.parse(answer.text));
  } catch (error) {
    throw new AppError(distributionWords.target_answer_unreadable, { target: target.name }, { cause: error });
  }
}

/** Whether a target answers, takes the token, and trusts the key that signs here. */
export async function checkTarget(context: Context, getReach: () => Promise<Reach>, fingerprint: string | undefined): Promise<TargetCheck> {
  const query = fingerprint === undefined ? '' : `?fingerprint=${encodeURIComponent(fingerprint)}`;
  try {
    const found = await askTarget(context, await getReach(), { method: 'GET', path: `${greetReceiver.url}${query}` }, greetReceiver.reply);
    const isTrusted = fingerprint === undefined || found.trustsKey;
    return {
      reachable: true,
      ...say(isTrusted ? distributionWords.target_works : distributionWords.target_works_untrusting, { user: found.user }),
      version: found.version,
      user: found.user,
      ...(fingerprint === undefined ? {} : { trustsKey: found.trustsKey }),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { reachable: false, ...saidBy(error) };
  }
}
