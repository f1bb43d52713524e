import type { z } from 'zod';
import type { Duty } from './duties.ts';
import './problem-words.ts';
import type { AcceptedThing, TrustPurpose } from './trust-purposes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Methods that only come beside others; the last two lock and unlock states of Terraform. */
export type AnyMethod = Method | 'HEAD' | 'LOCK' | 'UNLOCK';

/**
 * Who may call a route.
 * - `public`: anyone, before sign-in too
 * - `visitor`: a signed-in user or, where anonymous access is on, an anonymous visitor
 * - `user`: a signed-in user
 * - `administrator`: a platform administrator
 * - `resource`: a visitor; the handler asks `authorise` about the very resource it touches
 * - `handler`: the handler decides alone and refuses in the words of its clients, as package protocols do
 * - `peer`: a trusted deployment, by the signature over its call; no user, administrators neither
 */
export type RouteAccess = 'public' | 'visitor' | 'user' | 'administrator' | 'resource' | 'handler' | 'peer';

type Schema = z.ZodType;

/**
 * Bytes or text instead of a JSON document that is read and written here: a body that is handed over as it comes, an answer that the handler sends.
 */
export interface Stream {
  /** Media types, the usual one first; none where the answer leads to another address. */
  readonly media: readonly string[];
  /** A document in it holds this, for the API description: large ones are read by the handler, after it knows who sends them. */
  readonly holds?: Schema;
}

/** A body or an answer of these media types. */
export function stream(media: string, ...more: readonly string[]): Stream {
  return { media: [media, ...more] };
}

/** A body or an answer of JSON that the handler reads or writes itself. */
export function json(holds?: Schema): Stream {
  return { media: ['application/json'], ...(holds ? { holds } : {}) };
}

/** A body of JSON that callers write as every other one, and that the handler reads itself, once it knows who sends it: for large ones. */
export interface LargeJson<Holds extends Schema> extends Stream {
  readonly holds: Holds;
  readonly written: true;
}

/** A body of JSON of this schema that is too large to be read before it is known who sends it. */
export function largeJson<Holds extends Schema>(holds: Holds): LargeJson<Holds> {
  return { media: ['application/json'], holds, written: true };
}

/** Bodies and answers of a protocol that its makers define: of any type, and any status. */
export const anything: Stream = { media: ['*/*'] };

/** An answer that leads to another address. */
export const redirect: Stream = { media: [] };

/** Whether a body or an answer is not JSON of a schema. */
export function isStream(part: Schema | Stream | undefined): part is Stream {
  return part !== undefined && 'media' in part;
}

/** Existing clients can expect this of a call of theirs; `docs/compatible-api.md` is made from it. */
export interface Compatible {
  /** In what way not all of the call is served; all of it is when absent. */
  readonly lacks?: string;
  /** Clients should know this, too. */
  readonly note?: string;
  /** Test files, as paths from the root. */
  readonly provenBy: readonly string[];
}

/** One call of the API: where it is, who may make it, what goes in and what comes out. */
export interface Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema | Stream = Schema | Stream,
  Reply extends Schema | Stream = Schema | Stream,
> {
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  /** Further methods of the same addresses, answered by the same handler. */
  readonly alsoMethods?: readonly AnyMethod[];
  /** `:name` stands for one part of the path, `*name` at the end for all that follows; with `*name?` nothing needs to follow. */
  readonly url: string;
  readonly access: RouteAccess;
  /** Whoever keeps this part of the platform may make a call for administrators, too. */
  readonly duty?: Duty;
  /** A deployment must be trusted for this to call a route for peers; for anything when absent. */
  readonly purpose?: TrustPurpose;
  /** And this must be accepted from it, which is the limit of whoever is called. */
  readonly accepted?: AcceptedThing;
  /** Nobody is asked who they are, so that wrong credentials do no harm and a session cannot be misused. */
  readonly asksNobody?: true;
  /** Load balancers ask here whether to send anything: it is refused as `unavailable` while the node drains. */
  readonly tellsHealth?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The body comes as a form (`application/x-www-form-urlencoded`) only; JSON unless said. */
  readonly takesForm?: true;
  readonly reply: Reply;
  /** Media type of an answer of JSON; `application/json` unless said. */
  readonly replyMedia?: string;
  /** Refusals may also come like this, in the words of its clients; otherwise they come in the platform's envelope. */
  readonly refusal?: Stream;
  /** Status of the good answer; 200 unless said, 204 where `reply` is `z.void()`, 302 where it is a redirect. */
  readonly status?: number;
  /** Absent for calls of our own. */
  readonly compatible?: Compatible;
}

/** A call that other deployments make: its handler is told which one. Bodies are JSON: their signature is over all of it. */
export interface PeerRoute<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema | Stream = Schema | Stream,
> extends Route<Params, Query, Body, Reply> {
  readonly access: 'peer';
  /** Bytes of the largest body that is taken; four megabytes unless said. */
  readonly largestBody?: number;
}

type Input<Part> = Part extends Schema ? z.input<Part> : Part extends LargeJson<infer Holds> ? z.input<Holds> : unknown;
type Output<Part> = Part extends Schema ? z.output<Part> : undefined;

/** A caller passes this; parts the route does not declare are absent. */
export type RouteInput<R> =
  R extends Route<infer P, infer Q, infer B>
    ? (unknown extends z.input<P> ? { params?: undefined } : { params: z.input<P> }) &
        (unknown extends z.input<Q> ? { query?: undefined } : { query?: z.input<Q> }) &
        (unknown extends Input<B> ? { body?: undefined } : { body: Input<B> })
    : never;

/** A handler receives this, after parsing; a streamed body it reads from the request. */
export type RouteParsed<R> = R extends Route<infer P, infer Q, infer B> ? { params: z.output<P>; query: z.output<Q>; body: Output<B> } : never;

/** The caller gets this back. */
export type RouteReply<R> = R extends Route<Schema, Schema, Schema | Stream, infer Reply> ? Output<Reply> : never;

/** Describes a call once, for server, console, tests and the API description. */
export function route<P extends Schema, Q extends Schema, B extends Schema, Reply extends Schema | Stream>(
  name: string,
  description: Omit<PeerRoute<P, Q, B, Reply>, 'name'>,
): PeerRoute<P, Q, B, Reply>;
export function route<P extends Schema, Q extends Schema, B extends Schema | Stream, Reply extends Schema | Stream>(
  name: string,
  description: Omit<Route<P, Q, B, Reply>, 'name'>,
): Route<P, Q, B, Reply>;
export function route<P extends Schema, Q extends Schema, B extends Schema | Stream, Reply extends Schema | Stream>(
  name: string,
  description: Omit<Route<P, Q, B, Reply>, 'name'>,
): Route<P, Q, B, Reply> {
  return { name, ...description };
}

/** The names that an address gives to its parts; the last may be a rest of several parts. */
export function readParts(url: string): string[] {
  return [...url.matchAll(/[:*](\w+)/g)].map(([, name]) => name!);
}
