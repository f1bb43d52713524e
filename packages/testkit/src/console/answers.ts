import { type ErrorCode, errors } from '@packhouse/contract/errors.ts';
import type { Route, RouteReply } from '@packhouse/contract/route.ts';
import { type HttpHandler, HttpResponse, http } from 'msw';

/** A request brought this along. */
export interface AskedOf {
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
}

const methods = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete } as const;

/** Has a route of the contract answered by hand: by a refusal that differs each time, or by silence. */
export function on(route: Route, answer: (asked: AskedOf) => Promise<Response> | Response): HttpHandler {
  return methods[route.method](`*${route.url}`, async ({ request, params }) => {
    const text = await request.text();
    const given = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
    return answer({ params: given, query: new URL(request.url).searchParams, body: text === '' ? undefined : JSON.parse(text) });
  });
}

/** A canned answer for a console test; the compiler holds it against the contract. A function sees what was asked. */
export function answers<R extends Route>(route: R, reply: RouteReply<R> | ((asked: AskedOf) => RouteReply<R> | Promise<RouteReply<R>>)): HttpHandler {
  return on(route, async (asked) => {
    const value = typeof reply === 'function' ? await (reply as (asked: AskedOf) => RouteReply<R> | Promise<RouteReply<R>>)(asked) : reply;
    return value === undefined ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(value as object, { status: route.status ?? 200 });
  });
}

/** A refusal in the platform's envelope. */
export function refuses(route: Route, code: ErrorCode, message: string = errors[code].en): HttpHandler {
  const { status } = errors[code];
  return on(route, () => HttpResponse.json({ errors: [{ status, code, message, requestId: 'test-request' }] }, { status }));
}
