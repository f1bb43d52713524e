import { AppError } from '@packhouse/contract/errors.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import type { Outgoing, OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { z } from 'zod';
import { type Limiter, makeLimiter } from './limiter.ts';
import type { Page } from './vendor.ts';

const patience = 30_000;
/** A hundred repositories with all that vendors say of them are a tenth of this. */
const largestAnswer = 16 * 1024 * 1024;
/** Characters of a vendor's own words that are passed on. */
const longestWords = 500;
/** Pages of comments or hooks that are looked through for our own. */
const mostPages = 20;

/** A vendor's API and how to be let in. */
export interface VendorApi {
  /** As people call it. */
  vendor: string;
  /** Of its API, without a slash at the end. */
  base: string;
  headers: Record<string, string>;
  /** What a token that lacks a right has to have. */
  scope: string;
  /** Words for a token that is refused, where there are better ones. */
  refusesToken?(): AppError;
}

export interface VendorRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base; or the whole address of a next page. */
  path: string;
  body?: unknown;
  /** A person waits: what is left of the quota is for this, too. */
  isUrgent?: boolean;
}

export interface VendorAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Asks one vendor with one token. */
export interface VendorCall {
  host: string;
  /** A good answer, read with its schema. @throws AppError in words */
  ask<Schema extends z.ZodType>(request: VendorRequest, schema: Schema): Promise<{ value: z.output<Schema>; headers: Record<string, string> }>;
  /** A good answer of which nothing is read. @throws AppError in words */
  tell(request: VendorRequest): Promise<void>;
  /** One page of a list whose answers name the next one in their head. */
  page<Schema extends z.ZodType>(path: string, schema: Schema): Promise<Page<z.output<Schema>>>;
  /** Looks through pages until one has what is wanted. */
  search<Item, Found>(load: (cursor?: string) => Promise<Page<Item>>, find: (item: Item) => Found | undefined): Promise<Found[]>;
  limiter: Limiter;
}

/** What a vendor says for itself; never more than a few words of it, and nothing that it was sent. */
function readWords(text: string, secret: string): string | undefined {
  const said = text.trim().slice(0, 20_000);
  if (said === '' || said.startsWith('<')) return undefined;
  try {
    const { message, error, errors } = JSON.parse(said) as Record<string, unknown>;
    const inner = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
    const first = Array.isArray(errors) ? (errors[0] as { message?: unknown } | undefined)?.message : undefined;
    const words = [inner, first, message].find((one) => typeof one === 'string') ?? (message === undefined ? undefined : JSON.stringify(message));
    return typeof words === 'string' ? words.replaceAll(secret, '…').slice(0, longestWords) : undefined;
  } catch {
    return undefined;
  }
}

/** The address that a list names as its next page. https://www.rfc-editor.org/rfc/rfc8288 */
export function findNext(header: string | undefined): string | undefined {
  for (const part of (header ?? '').split(/,(?=\s*<)/)) {
    const [, url, rest = ''] = /^\s*<([^>]*)>(.*)$/s.exec(part) ?? [];
    if (url !== undefined && /;\s*rel=(?:next(?![\w-])|"(?:[^"]*\s)?next(?:\s[^"]*)?")/i.test(rest)) return url;
  }
  return undefined;
}

function refusal(api: VendorApi, host: string, { status, text, headers }: VendorAnswer, secret: string): AppError {
  const words = readWords(text, secret);
  const more = words === undefined ? {} : { detail: { vendor: words } };
  if (status === 401) return api.refusesToken?.() ?? new AppError(gitWords.vendor_refuses_token, { host }, more);
  if (status === 403) {
    const wanted = headers['x-accepted-oauth-scopes']?.trim() || headers['x-accepted-github-permissions']?.trim() || api.scope;
    return new AppError(gitWords.vendor_lacks_scope, { host, scope: wanted.slice(0, 200) }, more);
  }
  if (status === 404 || status === 410) return new AppError(gitWords.vendor_lacks_it, { host }, more);
  if (status >= 300 && status < 400) return new AppError(gitWords.vendor_redirects, { host, status }, more);
  return new AppError(gitWords.vendor_answers, { host, status }, more);
}

async function readText(host: string, answer: OutgoingAnswer): Promise<string> {
  const timer = setTimeout(() => answer.body.destroy(new AppError(gitWords.vendor_answers, { host, status: 408 })), patience);
  try {
    return (await readUpTo(answer.body, largestAnswer, () => new AppError(gitWords.vendor_answer_too_large, { host }))).toString('utf8');
  } finally {
    clearTimeout(timer);
  }
}

/** Looks through pages for what is wanted. */
async function search<Item, Found>(load: (cursor?: string) => Promise<Page<Item>>, find: (item: Item) => Found | undefined): Promise<Found[]> {
  const found: Found[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await load(cursor);
    for (const item of page.items) {
      const one = find(item);
      if (one !== undefined) found.push(one);
    }
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  return found;
}

/** Opens the way to a vendor. */
export function openCall(api: VendorApi, secret: string, outgoing: Pick<Outgoing, 'request'>): VendorCall {
  const limiter = makeLimiter();
  const { host, origin } = new URL(api.base);
  const spent = (until: Date) => new AppError(gitWords.vendor_quota_spent, { host, time: until.toISOString().slice(11, 16) }, { detail: { until } });

  async function send({ method = 'GET', path, body, isUrgent = false }: VendorRequest): Promise<VendorAnswer> {
    const wait = limiter.waitUntil();
    if (wait && !isUrgent) throw spent(wait);
    const isWhole = /^https?:/i.test(path);
    // A list may name any address as its next page; the token goes to none but its own.
    if (isWhole && (new URL(path).origin !== origin || !path.startsWith(api.base))) throw new AppError(gitWords.vendor_leads_away, { host });
    const answer = await outgoing.request(isWhole ? path : `${api.base}${path}`, {
      method,
      headers: { accept: 'application/json', ...api.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirects: 0,
      timeout: patience,
    });
    limiter.note(answer.status, answer.headers);
    const heard = { status: answer.status, headers: answer.headers, text: await readText(host, answer) };
    if (heard.status >= 200 && heard.status < 300) return heard;
    const until = limiter.waitUntil();
    if (until && (heard.status === 429 || heard.status === 403)) throw spent(until);
    throw refusal(api, host, heard, secret);
  }

  async function ask<Schema extends z.ZodType>(request: VendorRequest, schema: Schema) {
    const { text, headers } = await send(request);
    try {
      return { value: schema.parse(JSON.parse(text)), headers };
    } catch (cause) {
      throw new AppError(gitWords.vendor_is_another, { host, vendor: api.vendor }, { cause });
    }
  }

  return {
    host,
    limiter,
    ask,
    async tell(request) {
      await send(request);
    },
    async page(path, schema) {
      const { value, headers } = await ask({ path }, schema.array());
      const cursor = findNext(headers.link);
      return { items: value, ...(cursor === undefined ? {} : { cursor }) };
    },
    search,
  };
}

/** An address that a vendor names, as long as a browser may be led there. */
export function toPage(url: string | undefined): string | undefined {
  return url !== undefined && url.length <= 2000 && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}

/** Something was not there any more. */
export const isGone = (error: unknown) => error instanceof AppError && error.code === 'not_found';

/** Something is there and may not be changed by us, or is gone. */
export const isRefused = (error: unknown) => isGone(error) || (error instanceof AppError && error.reason === 'vendor_lacks_scope');
