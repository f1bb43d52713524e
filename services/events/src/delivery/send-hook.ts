import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { abortWith } from '@packhouse/kernel/outgoing/abort-with.ts';
import { readStart } from '@packhouse/limits/read-up-to.ts';
import type { Context } from '../context.ts';
import type { Exchange, HookTiming } from '../schema.ts';
import { hideSecrets } from './hide-secrets.ts';
import { type HookLetter, makeHeaders, maskHeaders } from './hook-request.ts';

/** Bytes of an answer that are read, and characters of it that are kept. */
const mostRead = 64 * 1024;
const mostKept = 16 * 1024;

/** What came of sending a message once. */
export interface SentHook {
  method: string;
  url: string;
  request: Exchange;
  response?: Exchange & { status: number; excerpt: string; retryAfter?: string };
  timing: HookTiming;
  /** Why no answer came. */
  failure?: { isSlow: boolean; said: Said };
}

type Hide = (text: string) => string;

/** Text that can be kept: whatever a receiver answers but our own secrets, and no longer than anybody reads. */
const toExcerpt = (bytes: Buffer, hide: Hide) => hide(bytes.toString('utf8').replaceAll('\0', '\uFFFD')).slice(0, mostKept).toWellFormed();

const shorten = (headers: Readonly<Record<string, string>>, hide: Hide) =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, 100)
      .map(([name, value]) => [name, hide(value.replaceAll('\0', '\uFFFD')).slice(0, 1000)]),
  );

/** @throws AppError `upstream_failed` when the proxy is not there any more */
async function findProxy({ peers }: Context, key: string) {
  if (key === '') return {};
  const proxy = await peers.proxies?.find(key);
  // Going out another way than the one that was chosen would be worse than not going.
  if (!proxy) throw new AppError('upstream_failed', { said: say(hookWords.no_hook_proxy, { key }) });
  return { proxy };
}

/** Once its head is there, an answer counts; what does not come in time of its body is left. */
async function readAnswer(body: AsyncIterable<Uint8Array> & { destroy(): void }, wait: number): Promise<Buffer> {
  const timer = setTimeout(() => body.destroy(), Math.max(wait, 0));
  try {
    return (await readStart(body, mostRead)) as Buffer;
  } catch {
    return Buffer.alloc(0);
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

/** Sends a message once. Never fails: what goes wrong is part of what came of it. */
export async function sendHook(context: Context, letter: HookLetter, signal?: AbortSignal): Promise<SentHook> {
  const { platform, patience } = context;
  const { handler, body } = letter;
  const headers = makeHeaders(letter);
  const sent = { method: handler.method, url: handler.url, request: { headers: maskHeaders(headers, letter) } };
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  // No signal that ends by itself: it would outlive the request by half a minute, and there are hundreds of them a second.
  const cut = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    cut.abort();
  }, patience.all);
  const unlink = abortWith(cut, signal);
  const reached: Pick<HookTiming, 'connected'> = {};
  try {
    const answer = await platform.outgoing.request(handler.url, {
      method: handler.method,
      headers,
      ...(handler.method === 'GET' ? {} : { body }),
      redirects: 0,
      timeout: patience.head,
      signal: cut.signal,
      onConnected: () => {
        reached.connected = elapsed();
      },
      ...(await findProxy(context, handler.proxy)),
    });
    const head = elapsed();
    const hide = hideSecrets([letter.secrets, ...letter.previous]);
    const excerpt = toExcerpt(await readAnswer(answer.body, patience.all - head), hide);
    const { 'retry-after': retryAfter } = answer.headers;
    const response = { status: answer.status, headers: shorten(answer.headers, hide), excerpt, ...(retryAfter === undefined ? {} : { retryAfter }) };
    return { ...sent, response, timing: { ...reached, head, total: elapsed() } };
  } catch (error) {
    // Whoever stops the platform has not learned anything of the receiver.
    if (signal?.aborted) throw error;
    const total = elapsed();
    const isSlow = isLate || (error instanceof AppError && error.reason === 'host_too_slow');
    const said = isSlow ? say(hookWords.receiver_too_slow) : say(hookWords.receiver_unreachable, { why: saidBy(error) });
    return { ...sent, timing: { ...reached, total }, failure: { isSlow, said } };
  } finally {
    clearTimeout(timer);
    unlink();
  }
}
