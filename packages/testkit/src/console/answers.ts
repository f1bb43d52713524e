import { AppError, type ErrorCode, type FieldProblem } from '@packhouse/contract/errors.ts';
import type { AnyMethod, Route, RouteReply } from '@packhouse/contract/route.ts';
import { type HttpHandler, HttpResponse, http, type JsonBodyType } from 'msw';
import { encodeReply, makeEnvelope, noteFault, requireInput, requireMedia } from './possible-answers.ts';

/** A request brought this along; the body as text where the route takes something other than JSON. */
export interface AskedOf {
  /** The path, with what stands for the route's parameters. */
  address: string;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
}

/** What a test lets a call come to. There is no way to make one that no server of ours could give, and none to answer with a response made by hand. */
export type Answer<Reply = unknown> =
  | { readonly kind: 'told'; readonly reply: Reply }
  | { readonly kind: 'sent'; readonly content: string | null; readonly media: string | undefined; readonly status: number | undefined }
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'replaced'; readonly status: number }
  | { readonly kind: 'lost' };

/** The good answer of a call, which its route's schema encodes as on the server. */
export function tell<Reply>(reply: Reply): Answer<Reply> {
  return { kind: 'told', reply };
}

/** The good answer of a call whose answer is no document of a schema: bytes, text, or a head alone. */
export function send(content: string | null, { media, status }: { media?: string; status?: number } = {}): Answer<never> {
  return { kind: 'sent', content, media, status };
}

/** A refusal in the platform's envelope: by a code that says it all, or with a sentence of a table. */
export function refuse(error: ErrorCode | AppError): Answer<never> {
  return { kind: 'refused', error: typeof error === 'string' ? new AppError(error) : error };
}

/** The refusal of fields, each in its own words, as the server finds them wrong. */
export function refuseFields(...fields: readonly FieldProblem[]): Answer<never> {
  const message = fields.map(({ path, message: words }) => (path ? `${path}: ${words}` : words)).join('; ');
  return refuse(new AppError('invalid_input', { said: { message }, detail: fields }));
}

/** The call does not reach the server, or its answer does not come back. */
export const lost: Answer<never> = { kind: 'lost' };

/** Something between the console and the server answers in its place, with a status and a page for people: a proxy that finds nobody behind it. */
export function replaced(status: 404 | 502 | 503 | 504): Answer<never> {
  return { kind: 'replaced', status };
}

function respond(answer: Answer, route: Route | undefined): Response {
  if (answer.kind === 'refused') return HttpResponse.json(makeEnvelope(answer.error) as unknown as JsonBodyType, { status: answer.error.status });
  if (answer.kind === 'replaced') return HttpResponse.html(`<h1>${answer.status}</h1>`, { status: answer.status });
  if (answer.kind === 'lost') return HttpResponse.error();
  if (route === undefined) throw new Error('Without its route nobody knows what a good answer is');
  if (answer.kind === 'sent') {
    const { content, media = requireMedia(route, answer.media), status = route.status ?? 200 } = answer;
    return new HttpResponse(content, { status, ...(media && content !== null ? { headers: { 'content-type': media } } : {}) });
  }
  const body = encodeReply(route, answer.reply);
  if (body === undefined) return new HttpResponse(null, { status: route.status ?? 204 });
  return HttpResponse.json(body as JsonBodyType, { status: route.status ?? 200 });
}

const handlers = {
  GET: http.get,
  HEAD: http.head,
  POST: http.post,
  PUT: http.put,
  PATCH: http.patch,
  DELETE: http.delete,
} as const;

/** The address as the answering server writes patterns. */
const getPattern = (url: string) => `*${url.replace(/\*\w+\??$/, '*')}`;

const isDocument = ({ body }: Route) => body === undefined || !('media' in body) || body.media[0] === 'application/json';

async function readRequest(route: Route, request: Request, params: Readonly<Record<string, unknown>>): Promise<AskedOf> {
  const text = await request.text();
  const parse = () => (text === '' ? undefined : isDocument(route) ? JSON.parse(text) : text);
  const given = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
  const { pathname, searchParams } = new URL(request.url);
  return { address: pathname, params: given, query: searchParams, body: parse() };
}

/** Has a call of the contract answered differently each time. What the route itself would refuse gets no good answer. */
export function on<R extends Route>(
  route: R,
  answer: (asked: AskedOf) => Promise<Answer<RouteReply<R>>> | Answer<RouteReply<R>>,
  method: Exclude<AnyMethod, 'LOCK' | 'UNLOCK'> = route.method,
): HttpHandler {
  return handlers[method](getPattern(route.url), async ({ request, params }) => {
    const asked = await readRequest(route, request, params);
    try {
      const given = await answer(asked);
      if (given.kind === 'told' || given.kind === 'sent') requireInput(route, asked);
      return respond(given, route);
    } catch (error) {
      noteFault(`${route.name}: ${(error as Error).message}`);
      throw error;
    }
  });
}

/** A canned answer for a console test; the compiler holds it against the contract, and so does the route's schema. A function sees what was asked. */
export function answers<R extends Route>(route: R, reply: RouteReply<R> | ((asked: AskedOf) => RouteReply<R> | Promise<RouteReply<R>>)): HttpHandler {
  return on(route, async (asked) =>
    tell(typeof reply === 'function' ? await (reply as (asked: AskedOf) => RouteReply<R> | Promise<RouteReply<R>>)(asked) : reply),
  );
}

/** A refusal of a call in the platform's envelope: by a code that says it all, or with a sentence of a table. */
export function refuses(route: Route, error: ErrorCode | AppError): HttpHandler {
  return on(route, () => refuse(error));
}

/** A call that does not reach the server. */
export function loses(route: Route): HttpHandler {
  return on(route, () => lost);
}

/** What becomes of every call that a test says nothing of: no good answer fits all of them. */
export function everythingElse(answer: Answer<never> | (() => Promise<Answer<never>>), method?: 'GET'): HttpHandler {
  const handler = method === 'GET' ? http.get : http.all;
  return handler('*', async () => respond(typeof answer === 'function' ? await answer() : answer, undefined));
}
