import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { type DescribedCall, judgeExchange } from './description.ts';

/** A pull request at a stand-in of a vendor. */
export interface FakePull {
  head: string;
  onto: string;
  base: string;
  branch: string;
  isOpen: boolean;
}

export interface FakeRepository {
  id: number;
  /** With its owner before it. */
  name: string;
  cloneUrl: string;
  branch: string;
  isPrivate: boolean;
  pulls: Map<number, FakePull>;
}

export interface FakeComment {
  id: number;
  repository: number;
  pull: number;
  text: string;
  /** Written by somebody else: our token may not change it. */
  isForeign: boolean;
}

export interface FakeHook {
  id: number;
  repository: number;
  url: string;
  secret: string;
  events: readonly string[];
}

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface FakeAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What a stand-in holds, and what was done there. */
export interface FakeState {
  /** Address under which people would give it. */
  url: string;
  token: string;
  userName: string;
  scopes: string[];
  repositories: FakeRepository[];
  comments: FakeComment[];
  hooks: FakeHook[];
  statuses: { repository: number; sha: string; state: string; description: string; url: string }[];
  /** Reports beside commits, with what they say of single lines. */
  reports: {
    repository: number;
    sha: string;
    key: string;
    title: string;
    details: string;
    annotations: { path?: string | undefined; line?: number | undefined; said: string; severity?: string | undefined }[];
  }[];
  /** Requests that are left; undefined counts nothing. */
  quota: { limit: number; remaining: number; resetsAt: number } | undefined;
  /** Every request is answered with this instead. */
  instead: { status: number; body: string; headers?: Record<string, string> } | undefined;
  /** Answers what is not below the API: the repositories themselves. */
  beside: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** `METHOD /path?query` of all that was asked. */
  asked: string[];
  /** What was wrong with requests: a good client makes none of these. */
  faults: string[];
}

/** One address of an API: its method, the parts of its path, and what it answers. */
export interface FakeRoute {
  method: string;
  path: RegExp;
  /** The body that is taken; nothing else may come. */
  body?: z.ZodType;
  /** Any of them lets a token do this. */
  scopes?: readonly string[];
  answer(request: FakeRequest & { parts: string[] }): FakeAnswer;
}

/** How one vendor's API works. */
export interface FakeKind {
  /** Path of the API below the address. */
  base: string;
  isLetIn(request: FakeRequest): boolean;
  unauthenticated: unknown;
  /** How it says that there is nothing there, that a body is wrong, that a scope lacks. */
  missing: unknown;
  invalid: unknown;
  forbidden(scopes: readonly string[]): FakeAnswer;
  headers(): Record<string, string>;
  spent(): FakeAnswer;
  routes: readonly FakeRoute[];
  /** What the vendor publishes about these calls: requests and answers have to be like it. */
  described: readonly DescribedCall[];
}

export interface FakeVendor extends FakeState {
  stop(): Promise<void>;
}

/** Writes a comment as the owner of the token. */
export function addComment(state: FakeState, repository: FakeRepository, pull: number, text: string): FakeComment {
  const comment = { id: 900 + state.comments.length, repository: repository.id, pull, text, isForeign: false };
  state.comments.push(comment);
  return comment;
}

/** Takes a webhook away; what the vendor says where there is none is given. */
export function removeHook(state: FakeState, hook: number, missing: FakeAnswer): FakeAnswer {
  const left = state.hooks.filter(({ id }) => id !== hook);
  if (left.length === state.hooks.length) return missing;
  state.hooks = left;
  return { status: 204 };
}

function answerWith(kind: FakeKind, state: FakeState, request: FakeRequest): FakeAnswer {
  if (state.instead) return state.instead;
  if (!kind.isLetIn(request)) return { status: 401, body: kind.unauthenticated };
  if (state.quota) {
    if (state.quota.remaining <= 0) return kind.spent();
    state.quota.remaining -= 1;
  }
  for (const route of kind.routes) {
    const parts = route.method === request.method ? route.path.exec(request.path) : null;
    if (!parts) continue;
    if (route.scopes && !route.scopes.some((one) => state.scopes.includes(one))) return kind.forbidden(route.scopes);
    const body = route.body?.safeParse(request.body);
    if (body?.success === false || (!route.body && request.body !== undefined)) {
      state.faults.push(`${request.method} ${request.path}: ${body?.error?.message ?? 'a body that nobody asked for'}`);
      return { status: 400, body: kind.invalid };
    }
    return route.answer({ ...request, parts: parts.slice(1).map(decodeURIComponent) });
  }
  return { status: 404, body: kind.missing };
}

/** Starts a stand-in for a vendor: strict about addresses, tokens, scopes, bodies and pages, as the real one is. */
export async function startFake(make: (state: FakeState) => FakeKind): Promise<FakeVendor> {
  const state: FakeState = {
    url: '',
    token: 'good-token',
    userName: 'ann@example.org',
    scopes: [],
    repositories: [],
    comments: [],
    hooks: [],
    statuses: [],
    reports: [],
    quota: undefined,
    instead: undefined,
    beside: undefined,
    asked: [],
    faults: [],
  };
  const kind = make(state);
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const url = new URL(incoming.url!, state.url);
    const isBelow = url.pathname.startsWith(`${kind.base}/`);
    if (!isBelow && state.beside) return state.beside(incoming, outgoing);
    const sent = await text(incoming);
    state.asked.push(`${incoming.method} ${incoming.url}`);
    if (sent !== '' && incoming.headers['content-type'] !== 'application/json') state.faults.push(`${incoming.url}: a body that is not said to be JSON`);
    const request = { method: incoming.method!, query: url.searchParams, headers: incoming.headers, body: sent === '' ? undefined : JSON.parse(sent) };
    const answer = isBelow
      ? answerWith(kind, state, { ...request, path: url.pathname.slice(kind.base.length) })
      : { status: 404, body: '<html><title>Not found</title></html>', headers: { 'content-type': 'text/html' } };
    if (isBelow && answer !== state.instead) {
      const path = url.pathname.slice(kind.base.length);
      state.faults.push(...judgeExchange(kind.described, { ...request, path, sent: request.body, status: answer.status, answered: answer.body }));
    }
    outgoing.writeHead(answer.status, { 'content-type': 'application/json', ...kind.headers(), ...answer.headers });
    outgoing.end(typeof answer.body === 'string' ? answer.body : answer.body === undefined ? '' : JSON.stringify(answer.body));
  };
  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return Object.assign(state, {
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** Adds a repository, with no pull requests. */
export function addRepository(state: FakeState, name: string, more: Partial<FakeRepository> = {}): FakeRepository {
  const id = 100 + state.repositories.length;
  const added = { id, name, cloneUrl: `${state.url}/${name}.git`, branch: 'main', isPrivate: true, pulls: new Map(), ...more };
  state.repositories.push(added);
  return added;
}

/** A page of a list whose answers name the next one in their head, by numbers of pages. */
export function linkedPage(state: FakeState, base: string, request: FakeRequest, items: readonly unknown[], sizeName: string, most: number): FakeAnswer {
  const size = Math.min(Number(request.query.get(sizeName) ?? 30), most);
  const page = Number(request.query.get('page') ?? 1);
  const next = new URL(`${state.url}${base}${request.path}?${request.query}`);
  next.searchParams.set('page', String(page + 1));
  const hasMore = page * size < items.length;
  const link = `<${state.url}${base}${request.path}?page=1>; rel="first"${hasMore ? `, <${next.href}>; rel="next"` : ''}`;
  return { status: 200, body: items.slice((page - 1) * size, page * size), headers: { link } };
}
