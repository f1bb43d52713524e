import type { z } from 'zod';
import './problem-words.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route.
 * - `public`: anyone, before sign-in too
 * - `visitor`: a signed-in user or, where anonymous access is on, an anonymous visitor
 * - `user`: a signed-in user
 * - `administrator`: a platform administrator
 * - `resource`: a visitor; the handler asks `authorise` about the very resource it touches
 */
export type RouteAccess = 'public' | 'visitor' | 'user' | 'administrator' | 'resource';

type Schema = z.ZodType;

/** One call of the API: where it is, who may make it, what goes in and what comes out. */
export interface Route<Params extends Schema = Schema, Query extends Schema = Schema, Body extends Schema = Schema, Reply extends Schema = Schema> {
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  readonly url: string;
  readonly access: RouteAccess;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The body comes as a form (`application/x-www-form-urlencoded`) only; JSON unless said. */
  readonly takesForm?: true;
  readonly reply: Reply;
  /** Status of the good answer; 200 unless said, 204 where `reply` is `z.void()`. */
  readonly status?: number;
}

/** What a caller passes; parts the route does not declare are absent. */
export type RouteInput<R> =
  R extends Route<infer P, infer Q, infer B, Schema>
    ? (unknown extends z.input<P> ? { params?: undefined } : { params: z.input<P> }) &
        (unknown extends z.input<Q> ? { query?: undefined } : { query?: z.input<Q> }) &
        (unknown extends z.input<B> ? { body?: undefined } : { body: z.input<B> })
    : never;

/** What a handler receives, after parsing. */
export type RouteParsed<R> = R extends Route<infer P, infer Q, infer B, Schema> ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> } : never;

/** What the caller gets back. */
export type RouteReply<R> = R extends Route<Schema, Schema, Schema, infer Reply> ? z.output<Reply> : never;

/** Describes a call once, for server, console, tests and the API description. */
export function route<P extends Schema, Q extends Schema, B extends Schema, Reply extends Schema>(
  name: string,
  description: Omit<Route<P, Q, B, Reply>, 'name'>,
): Route<P, Q, B, Reply> {
  return { name, ...description };
}
