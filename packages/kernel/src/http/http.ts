import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import { AppError, envelope, type FieldProblem } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import type { Problem } from '@packhouse/contract/problem-words.ts';
import { isStream, type PeerRoute, type Route, type RouteParsed, type Stream } from '@packhouse/contract/route.ts';
import { reasonedSaid } from '@packhouse/contract/rule-words.ts';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController, type RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Actor, anonymousActor } from '../access/authorisation.ts';
import type { Peer } from '../access/signed-call.ts';
import type { PlatformMetrics } from '../logs/metrics.ts';
import type { Platform } from '../platform.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { closeUnusedConnections, inviteBodyWhenRead } from './connections.ts';
import { requireOwnOrigin } from './cross-site.ts';
import { cspForProtocols, inertMediaType } from './inert-answer.ts';
import { logFailure } from './log-failure.ts';
import { isNestedTooDeep } from './nested-too-deep.ts';
import { acceptJson, requireOneHost } from './odd-requests.ts';
import { limitOpenBodies } from './open-bodies.ts';
import { answerUnserved } from './other-methods.ts';
import { outsideFailure } from './outside-failure.ts';
import { logRequests } from './request-log.ts';
import { requireAccess } from './require-access.ts';
import { listAddresses } from './route-addresses.ts';
import { readSignedBody } from './signed-body.ts';
import { readPastUnreadBodies } from './unread-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; the anonymous actor until the access hook has run. */
    actor: Actor;
    /** The trusted deployment that signed the call, on routes for those. */
    peer?: Peer;
  }
  interface FastifyContextConfig {
    /** The contract's route; without one only what no route answers. */
    route?: Route;
    /** Protocol routes answer refusals in their client's own words and decide access themselves; browsers take nothing of theirs for a page of ours. */
    protocol?: boolean;
    /** Another spelling of an address that is listed already. */
    isSpelling?: boolean;
  }
  interface FastifyInstance {
    /** Every route registered so far, for the test that walks over all of them and for the API description. */
    readonly registeredRoutes: readonly RegisteredRoute[];
  }
}

/** PostgreSQL takes no NUL in a text, nor its escape in a document. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const unkeepable: ReadonlySet<unknown> = new Set(['22021', '22P05']);

/** Turns any thrown value into the error that is answered: a full disk into `storage_full`, a database that is away into `unavailable`, the unknown into `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('too_large');
  if (statusCode === 415 || statusCode === 400) return new AppError('bad_request', { said: { message: (error as Error).message } });
  if (isNestedTooDeep(error)) return new AppError(kernelWords.nested_too_deep, {}, { cause: error });
  if (unkeepable.has(code)) return new AppError(kernelWords.character_not_storable, {}, { cause: error });
  return new AppError(outsideFailure(error) ?? 'internal', { cause: error });
}

function problems(part: string, error: z.ZodError): FieldProblem[] {
  return error.issues.map((issue) => ({ path: [...(part === 'body' ? [] : [part]), ...issue.path].join('.'), ...reasonedSaid(issue as Problem) }));
}

function parsePart(part: 'params' | 'query' | 'body', schema: z.ZodType | Stream | undefined, value: unknown): unknown {
  if (!schema || isStream(schema)) return undefined;
  const parsed = schema.safeParse(value ?? (part === 'body' ? {} : value));
  if (parsed.success) return parsed.data;
  const found = problems(part, parsed.error);
  throw new AppError('invalid_input', {
    said: { message: found.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ') },
    detail: found,
  });
}

export interface HandlerContext {
  actor: Actor;
  /** Address of the caller, behind trusted proxies the real one. */
  address: string;
  request: FastifyRequest;
  /** For cookies and headers; the body is what the handler returns. */
  reply: FastifyReply;
}

/** A handler is given this beside what came in. */
type ContextOf<R> = R extends PeerRoute ? HandlerContext & { peer: Peer } : HandlerContext;

/** A handler gives this back: data, or, where the answer is a stream, nothing once it has sent it. */
type HandlerAnswer<R> = R extends { reply: infer Reply } ? (Reply extends z.ZodType ? z.output<Reply> : unknown) : never;

/**
 * Serves one call of the contract, the only way to serve anything: checks who asks, parses what comes in, answers what the handler returns.
 * The handler sees data, never HTTP; failures are thrown as AppError. Streams are the exception: their bodies are read from the request, within a
 * `protocolScope`, and their answers are sent with the reply. No schema is between the client and the bytes.
 */
export function handle<R extends Route>(
  app: FastifyInstance,
  platform: Pick<Platform, 'identity'>,
  route: R,
  handler: (input: RouteParsed<R>, context: ContextOf<R>) => Promise<HandlerAnswer<R>>,
): void {
  const { reply: answer, status } = route;
  if (isStream(route.body) && app.hasContentTypeParser('application/json'))
    throw new Error(`The body of ${route.name} is a stream: serve it in a protocolScope`);
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    await requireAccess(route, request, platform);
    const input = {
      params: parsePart('params', route.params, request.params),
      query: parsePart('query', route.query, request.query),
      body: parsePart('body', route.body, request.body),
    } as RouteParsed<R>;
    const { actor, ip: address, peer } = request;
    const result = await handler(input, { actor, address, request, reply, ...(peer && { peer }) } as ContextOf<R>);
    if (reply.sent || isStream(answer)) return reply;
    if (result === undefined) return reply.code(status ?? 204).send();
    // Encoding drops what the reply schema does not name, so that no column slips out by accident.
    return reply.code(status ?? 200).send(z.encode(answer, result as never));
  };
  const method = [route.method, ...(route.alsoMethods ?? [])];
  const guard = route.access === 'peer' ? { preParsing: readSignedBody(platform, (route as Partial<PeerRoute>).largestBody) } : {};
  for (const { url, isSpelling } of listAddresses(route)) app.route({ method, url, config: { route, isSpelling }, ...guard, handler: serve });
}

const cspForConsole =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'";

/** Answers an error in the platform's envelope and logs what is not the caller's doing, once. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  logFailure(request, known);
  if (reply.raw.headersSent) {
    // The head is out: the only honest answer left is to break the connection.
    reply.raw.destroy();
    return reply;
  }
  const { retryAfter } = (known.detail ?? {}) as { retryAfter?: number };
  if (typeof retryAfter === 'number') reply.header('retry-after', Math.ceil(retryAfter));
  return reply
    .code(known.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(envelope(known, request.id)));
}

/** Refuses in the envelope what fails by intent, which no log needs to tell of. */
function sayUnavailable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(envelope(new AppError('unavailable'), request.id)));
}

/** One address the application answers. */
export interface RegisteredRoute {
  method: string;
  url: string;
  route: Route;
  protocol: boolean;
}

export interface AppOptions {
  logger: Logger;
  /** One line a request is written here. */
  requestLogger: Logger;
  /** Asked for its identity with each request, so that a service may set it later. */
  platform: Pick<Platform, 'identity' | 'config'>;
  /** Whether the node is about to stop: it still answers everything, but wants no more to come. */
  isDraining?: () => boolean;
  metrics: PlatformMetrics;
}

function securityHeaders(request: FastifyRequest): Record<string, string> {
  return {
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'content-security-policy': request.routeOptions.config.protocol ? cspForProtocols : cspForConsole,
    ...(request.protocol === 'https' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** Keeps every route, and refuses those that `handle` does not know. */
function recordRoutes(app: FastifyInstance): void {
  const recorded: { method: string; route: Route; options: RouteOptions }[] = [];
  app.addHook('onRoute', (options) => {
    const { method, url, config: { route, isSpelling } = {} } = options;
    if (!route) throw new Error(`${[method].flat().join(', ')} ${url} is not in the contract: describe it there and serve it with 'handle'`);
    if (isSpelling) return;
    for (const one of [method].flat()) recorded.push({ method: one, route, options });
  });
  // Read late: a scope's own hooks may still add to a route after it was recorded.
  app.decorate('registeredRoutes', {
    getter: () => recorded.map(({ method, route, options: { url, config } }) => ({ method, url, route, protocol: config?.protocol === true })),
  });
}

/** The HTTP application every service registers itself on: request ids, security headers, one error envelope, one actor a request. */
export function createApp(options: AppOptions): FastifyInstance {
  const { platform } = options;
  const trusted = platform.config.trustedProxies;
  const app = fastify({
    loggerInstance: options.logger as never,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    },
    trustProxy: trusted.length > 0 ? [...trusted] : false,
    bodyLimit: 10 * 1024 * 1024,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 4096 },
    // Whoever has a connection is still answered, and told that it closes.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Uploads may take as long as they need; a head that does not arrive is cut off by headersTimeout.
    requestTimeout: 0,
    clientErrorHandler: answerBrokenRequest,
    keepAliveTimeout: 72_000,
  }) as unknown as FastifyInstance;
  inviteBodyWhenRead(app.server as Server);
  closeUnusedConnections(app);
  readPastUnreadBodies(app);
  acceptJson(app);
  recordRoutes(app);
  // Before the first hook: who is asking may be said by a cookie.
  void app.register(fastifyCookie);
  app.decorateRequest('actor', undefined as never);
  app.addHook('onRequest', async (request, reply) => {
    request.actor = anonymousActor();
    reply.headers(securityHeaders(request));
    requireOneHost(request);
    if (options.isDraining?.()) {
      reply.header('connection', 'close');
      if (request.routeOptions.config.route?.tellsHealth) return sayUnavailable(request, reply);
    }
    const { route } = request.routeOptions.config;
    if (route?.asksNobody || route?.access === 'peer') return;
    request.actor = await platform.identity.actorOf(request);
    requireOwnOrigin(request, platform.config);
  });
  limitOpenBodies(app);
  logRequests(app, options);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  answerUnserved(app, answerError);
  return app;
}

/**
 * A part of the application for package protocols: request bodies are handed over as streams (`request.raw`), of any type and any length.
 */
export async function protocolScope(app: FastifyInstance, register: (scope: FastifyInstance) => void | Promise<void>): Promise<void> {
  // Loaded when the application is made ready. Waiting for it here would begin the loading too early, and the application would never be ready.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('onRequest', async ({ raw }) => {
      // Some clients send words that are no media type; to a stream of bytes that does not matter.
      if (!/^[^\s/;]+\/[^\s/;]+\s*(;|$)/.test(raw.headers['content-type'] ?? '')) delete raw.headers['content-type'];
    });
    scope.addHook('onSend', async (_request, reply) => {
      const type = reply.getHeader('content-type');
      if (typeof type === 'string') reply.header('content-type', inertMediaType(type));
    });
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, protocol: true };
    });
    await register(scope);
  });
}

/** Scheme and host under which this request's caller knows us: configured, else forwarded by a trusted proxy, else the Host header. */
export function publicBaseUrl(request: FastifyRequest, config: { baseUrl?: string | undefined }): string {
  return config.baseUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.host}`;
}

/** Whether the caller's browser speaks TLS with us or with a proxy before us, so that cookies may demand it. */
export function isReachedSecurely(request: FastifyRequest, { config, customBaseUrl }: Pick<Platform, 'config' | 'customBaseUrl'>): boolean {
  if (request.protocol === 'https') return true;
  const { baseUrl } = config;
  if (!baseUrl?.startsWith('https:')) return false;
  // An address from the console may be wrong: nobody who comes by another one may be kept out by it.
  return baseUrl !== customBaseUrl || new URL(baseUrl).host === request.host;
}
