import { createHash } from 'node:crypto';
import { connect as connectSocket, isIP, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { Dispatcher } from 'undici';
import { abortWith } from './abort-with.ts';
import { type AddressRules, addressRules } from './address-rules.ts';
import type { ClientIdentity, Outgoing, OutgoingAnswer, OutgoingConnection, OutgoingProxy, OutgoingRequest } from './outgoing.ts';
import { telling } from './telling.ts';
import { tunnelThrough } from './tunnel.ts';

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Headers that prove who we are; another host must not see them. */
const credentials = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-jfrog-art-api', 'private-token']);

export interface UndiciOutgoing extends Outgoing {
  close(): Promise<void>;
}

export interface UndiciOutgoingOptions {
  allow: readonly string[];
  proxy?: string | undefined;
  /** Host names, or endings such as `.example.org`, that are contacted without the proxy. */
  noProxy?: readonly string[];
  userAgent: string;
}

interface Hop {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: OutgoingRequest['body'];
}

const getHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

/** A user name or password in an address; '%' that encodes nothing stands for itself. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  // Some programs take a backslash for a slash and others do not: it would say one server to them, and another one to us.
  const isAmbiguous = text.split(/[?#]/, 1)[0]!.includes('\\');
  if (!url || isAmbiguous || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new AppError(kernelWords.no_web_address, { text });
  return url;
}

function lowerCased(headers: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
}

function nextHop(hop: Hop, status: number, location: string, homeHeaders: readonly string[]): Hop {
  const url = parseUrl(location, hop.url);
  const becomesGet = status === 303 || ((status === 301 || status === 302) && hop.method === 'POST');
  if (!becomesGet && hop.body instanceof Readable) throw new AppError(kernelWords.upload_redirected, { status });
  const headers = { ...hop.headers };
  if (url.origin !== hop.url.origin) for (const name of [...credentials, ...homeHeaders]) delete headers[name];
  if (becomesGet) for (const name of ['content-type', 'content-length']) delete headers[name];
  return { url, headers, method: becomesGet && hop.method !== 'HEAD' ? 'GET' : hop.method, body: becomesGet ? undefined : hop.body };
}

const refusedByProxy = (proxy: string, status: string | number) =>
  new AppError(String(status) === '407' ? kernelWords.proxy_wants_credentials : kernelWords.proxy_answered, { proxy, status });

/** `proxy` is the host of the proxy in between, if any. */
function toAppError(error: unknown, url: { host: string }, proxy?: string): AppError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof AppError) return cause;
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  if (inner instanceof AppError) return inner;
  const { code, message } = inner as { code?: string; message: string };
  // The library has one wording for a refused tunnel and another for a refused plain request.
  const status = /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(message)?.[1];
  if (proxy !== undefined && status !== undefined) return refusedByProxy(proxy, status);
  const values = { host: url.host, reason: code ?? message };
  if (proxy === undefined) return new AppError(kernelWords.host_unreachable, values, { cause: error });
  return new AppError(kernelWords.host_unreachable_through_proxy, { ...values, proxy }, { cause: error });
}

/** Tells of a refused address who named it: leave to contact a private server holds for that one alone. Other errors stay as they are. */
export function namedBy(whom: string | Said, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'address_refused') return error;
  return new AppError('address_refused', { said: say(sharedWords.named, { name: whom, why: saidBy(error) }), detail: error.detail });
}

function readHeaders(answer: Dispatcher.ResponseData): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  return headers;
}

interface Route {
  dispatcher: Dispatcher;
  /** Host of the proxy in between. */
  proxy: string | undefined;
}

class Dispatchers {
  choose: (() => Promise<OutgoingProxy | undefined>) | undefined;
  readonly #made = new Map<string, Dispatcher>();
  #library: Promise<typeof import('undici')> | undefined;
  readonly #rules: AddressRules;
  readonly #options: UndiciOutgoingOptions;
  constructor(rules: AddressRules, options: UndiciOutgoingOptions) {
    this.#rules = rules;
    this.#options = options;
  }

  async #proxyFor(host: string, own: OutgoingProxy | null | undefined): Promise<string | undefined> {
    const { proxy, noProxy = [] } = this.#options;
    const configured = proxy === undefined ? null : { url: proxy, noProxy };
    const chosen = own === undefined ? ((await this.choose?.()) ?? configured) : own;
    const isDirect = chosen?.noProxy.some((name) => {
      const ending = name.toLowerCase();
      return host === ending || host.endsWith(ending.startsWith('.') ? ending : `.${ending}`);
    });
    return isDirect ? undefined : chosen?.url;
  }

  /** Checks what can be checked before connecting, and answers the proxy to be used, if any. */
  async findWay(host: string, allowPrivate: boolean, ownProxy: OutgoingProxy | null | undefined): Promise<string | undefined> {
    // A literal address is never looked up, so nothing else would see it.
    if (isIP(host)) this.#rules.check(host, allowPrivate);
    const proxy = await this.#proxyFor(host, ownProxy);
    const proxyHost = proxy && getHost(new URL(proxy));
    // A proxy belongs to one's own network more often than not, but is no way to link-local and metadata addresses.
    if (proxyHost && isIP(proxyHost)) this.#rules.check(proxyHost, true);
    // The proxy resolves the name itself; what we resolve is the best check there is.
    if (proxy && !isIP(host)) await this.#checkName(host, allowPrivate);
    return proxy;
  }

  /** Picks the connection pool; names are checked when the socket connects. */
  async for(url: URL, allowPrivate: boolean, ownProxy: OutgoingProxy | null | undefined, identity: ClientIdentity | undefined): Promise<Route> {
    const proxy = await this.findWay(getHost(url), allowPrivate, ownProxy);
    // Much of what a process loads, and many never ask anybody; looked for once, which costs more than asking an agent.
    this.#library ??= import('undici');
    const library = await this.#library;
    return { dispatcher: this.#pool(library, { proxy, allowPrivate, identity }), proxy: proxy === undefined ? undefined : new URL(proxy).host };
  }

  #pool(
    { Agent, ProxyAgent }: typeof import('undici'),
    { proxy, allowPrivate, identity }: { proxy: string | undefined; allowPrivate: boolean; identity: ClientIdentity | undefined },
  ): Dispatcher {
    const who = identity ? createHash('sha256').update(`${identity.certificate}\n${identity.privateKey}`).digest('hex') : '';
    const key = `${proxy ?? ''} ${allowPrivate} ${who}`;
    const known = this.#made.get(key);
    if (known) return known;
    const common = { headersTimeout: 0, bodyTimeout: 60_000, keepAliveTimeout: 10_000, connections: 128 };
    const tls = identity ? { cert: identity.certificate, key: identity.privateKey } : {};
    const made = proxy
      ? new ProxyAgent({
          ...common,
          uri: proxy,
          proxyTls: { lookup: this.#rules.lookup(true), autoSelectFamily: true },
          ...(identity ? { requestTls: tls } : {}),
        })
      : new Agent({ ...common, connect: { ...tls, lookup: this.#rules.lookup(allowPrivate), timeout: 15_000, autoSelectFamily: true } });
    this.#made.set(key, made);
    return made;
  }

  #checkName(host: string, allowPrivate: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#rules.lookup(allowPrivate)(host, { all: true }, (error) => {
        // A name only the proxy knows cannot be checked here.
        if (error instanceof AppError) reject(error);
        else resolve();
      });
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#made.values()].map((dispatcher) => dispatcher.destroy()));
  }
}

/** Connects to a server that does not speak HTTP; literal addresses are checked here, names when they have been looked up. */
async function connectPlainly(rules: AddressRules, { host: given, port, timeout = 15_000, allowPrivate = false }: OutgoingConnection): Promise<Socket> {
  const host = given.replace(/^\[|\]$/g, '');
  if (isIP(host)) rules.check(host, allowPrivate);
  const socket = connectSocket({ host, port, lookup: rules.lookup(allowPrivate), autoSelectFamily: true, timeout });
  const place = { host: `${given}:${port}` };
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      socket.destroy();
      reject(toAppError(error, place));
    };
    socket.once('error', fail);
    socket.once('timeout', () => fail(new Error(`no answer within ${timeout} ms`)));
    socket.once('connect', () => {
      socket.off('error', fail);
      socket.removeAllListeners('timeout');
      socket.setTimeout(0);
      // A server may break the connection before whoever asked for it listens, which must not end the process.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

async function tunnel(rules: AddressRules, dispatchers: Dispatchers, target: OutgoingConnection): Promise<Socket> {
  const host = target.host.replace(/^\[|\]$/g, '');
  const proxy = await dispatchers.findWay(host, target.allowPrivate ?? false, undefined);
  if (proxy === undefined) return connectPlainly(rules, target);
  const url = new URL(proxy);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return tunnelThrough(await connectPlainly(rules, { host: url.hostname, port, allowPrivate: true }), url, { host, port: target.port });
}

/** Asks one server, by the way that `route` found. Its body, too, is cut off with the request. */
async function send({ dispatcher, proxy }: Route, hop: Hop, request: OutgoingRequest): Promise<Dispatcher.ResponseData> {
  const cut = new AbortController();
  const timeout = request.timeout ?? 30_000;
  const timer = setTimeout(() => cut.abort(new AppError(kernelWords.host_too_slow, { host: hop.url.host, time: timeout })), timeout);
  const unlink = abortWith(cut, request.signal);
  try {
    const told = request.onConnected ? dispatcher.compose(telling(request.onConnected)) : dispatcher;
    const answer = await told.request({
      origin: hop.url.origin,
      path: `${hop.url.pathname}${hop.url.search}`,
      method: hop.method as Dispatcher.HttpMethod,
      headers: hop.headers,
      body: hop.body ?? null,
      signal: cut.signal,
    });
    answer.body.once('close', unlink);
    return answer;
  } catch (error) {
    unlink();
    if (request.signal?.aborted) throw error;
    throw toAppError(error, hop.url, proxy);
  } finally {
    clearTimeout(timer);
  }
}

/** The way out over undici. */
export function undiciOutgoing(options: UndiciOutgoingOptions): UndiciOutgoing {
  const rules = addressRules(options.allow);
  const dispatchers = new Dispatchers(rules, options);

  async function request(text: string, request: OutgoingRequest = {}): Promise<OutgoingAnswer> {
    const redirects = request.redirects ?? 5;
    const url = parseUrl(text);
    const homeHeaders = lowerCased(request.homeHeaders);
    const headers: Record<string, string> = { 'user-agent': options.userAgent, 'accept-encoding': 'identity', ...lowerCased(request.headers), ...homeHeaders };
    if (url.username && headers.authorization === undefined) {
      const pair = `${decoded(url.username)}:${decoded(url.password)}`;
      headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    }
    url.username = '';
    url.password = '';
    let hop: Hop = { url, headers, method: request.method ?? 'GET', body: request.body };
    for (let followed = 0; ; followed++) {
      // Whoever may choose a private server has not thereby chosen every other one that this one names.
      const identity = hop.url.origin === url.origin ? request.identity : undefined;
      const allowPrivate = request.allowPrivate === true && hop.url.hostname === url.hostname;
      const answer = await dispatchers
        .for(hop.url, allowPrivate, request.proxy, identity)
        .then((route) => send(route, hop, request))
        .catch((error: unknown) => {
          throw hop.url.hostname === url.hostname ? error : namedBy(say(kernelWords.host_redirects, { host: url.host, other: hop.url.host }), error);
        });
      // A body that is destroyed unread reports that as an error, which must not end the process; whoever reads it hears of real ones all the same.
      answer.body.on('error', () => undefined);
      const { location } = answer.headers;
      if (!redirectStatuses.has(answer.statusCode) || typeof location !== 'string' || redirects === 0)
        return { status: answer.statusCode, headers: readHeaders(answer), body: answer.body, url: hop.url.href };
      await answer.body.dump({ limit: 64 * 1024 }).catch(() => undefined);
      if (followed >= redirects) throw new AppError(kernelWords.too_many_redirects, { count: redirects });
      hop = nextHop(hop, answer.statusCode, location, Object.keys(homeHeaders));
    }
  }

  return {
    request,
    connect: (target) => connectPlainly(rules, target),
    tunnel: (target) => tunnel(rules, dispatchers, target),
    useProxy: (choose) => {
      dispatchers.choose = choose;
    },
    close: () => dispatchers.close(),
  };
}
