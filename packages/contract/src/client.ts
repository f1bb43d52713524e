import { clientWords } from './client-words.ts';
import type { ErrorEnvelope, FieldProblem } from './errors.ts';
import type { Route, RouteInput, RouteReply } from './route.ts';
import { type Said, say } from './sentences.ts';

/** A refusal as the caller sees it: the server's code, its words and, for bad input, the fields at fault. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: unknown;
  readonly requestId: string | undefined;
  /** Something was said: by the server, or in its place where it cannot be reached. Otherwise no more is known than the status. */
  readonly isTold: boolean;
  /** Every message of the envelope, in order. */
  readonly messages: readonly string[];
  constructor(status: number, answer: Partial<ErrorEnvelope> | undefined) {
    const first = answer?.errors?.[0];
    super(first?.message ?? say(clientWords.server_answered, { status }).message);
    this.name = 'ApiError';
    this.status = status;
    this.code = first?.code ?? (status === 0 ? 'offline' : 'internal');
    this.detail = first?.detail;
    this.requestId = first?.requestId;
    this.isTold = first !== undefined;
    this.messages = answer?.errors?.map((error) => error.message) ?? [this.message];
  }
  /** The fields at fault, empty unless the code is `invalid_input`. */
  get fields(): readonly FieldProblem[] {
    return this.code === 'invalid_input' && Array.isArray(this.detail) ? (this.detail as FieldProblem[]) : [];
  }
}

type Speak = (said: Said) => string | Promise<string>;

export interface ClientOptions {
  /** Origin to call; empty in the browser. */
  baseUrl?: string;
  /** Headers for every call, read when it is made. */
  headers?: () => Record<string, string>;
  /** The reader's words for something said; English when absent. */
  said?: Speak;
}

export type Call = <R extends Route>(route: R, input: RouteInput<R>, init?: { signal?: AbortSignal }) => Promise<RouteReply<R>>;

/** The URL of a call: parameters percent-encoded, absent query values left out, arrays repeated. */
export function getUrl<R extends Route>(route: R, input: RouteInput<R>): string {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> };
  const path = route.url.replace(/\/\?$/, '').replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

const isProblem = (one: unknown): one is FieldProblem => typeof (one as FieldProblem | null)?.message === 'string';

/** A refusal in the reader's words; what names fields by their paths is told by the fields' own sentences. */
async function inWords({ errors = [] }: Partial<ErrorEnvelope>, speak: Speak): Promise<ErrorEnvelope> {
  const spoken = errors.map(async (error) => {
    const fields = error.code === 'invalid_input' && Array.isArray(error.detail) ? error.detail.filter(isProblem) : [];
    if (fields.length === 0) return { ...error, message: await speak(error) };
    const detail = await Promise.all(fields.map(async (field) => ({ ...field, message: await speak(field) })));
    return { ...error, detail, message: [...new Set(detail.map(({ message }) => message))].join('; ') };
  });
  return { errors: await Promise.all(spoken) };
}

/** Reads what a refused answer says, where it says it in the envelope. */
async function readRefusal(response: Response, speak: Speak): Promise<Partial<ErrorEnvelope> | undefined> {
  const answer = (await response.json().catch(() => undefined)) as Partial<ErrorEnvelope> | undefined;
  return Array.isArray(answer?.errors) ? inWords(answer, speak) : answer;
}

/** Reads a good answer. Something between here and the server may have answered in its place, with a page for people. */
async function readAnswer(response: Response, speak: Speak): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if ((cause as Error).name === 'AbortError') throw cause;
    const requestId = response.headers.get('x-request-id');
    const error = { status: 406, code: 'not_understood', message: await speak(say(clientWords.answer_not_understood)), ...(requestId ? { requestId } : {}) };
    throw new ApiError(406, { errors: [error] });
  }
}

/** A function that makes the contract's calls; `fetch` is looked up at call time so that tests can intercept it. */
export function createClient(options: ClientOptions = {}): Call {
  const speak = options.said ?? (({ message }: Said) => message);
  return async (route, input, init = {}) => {
    const { body } = input as { body?: unknown };
    let response: Response;
    try {
      response = await fetch(`${options.baseUrl ?? ''}${getUrl(route, input)}`, {
        method: route.method,
        headers: {
          accept: 'application/json',
          'x-packhouse-console': '1',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers?.(),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(init.signal ? { signal: init.signal } : {}),
        credentials: 'same-origin',
      });
    } catch (cause) {
      if ((cause as Error).name === 'AbortError') throw cause;
      throw new ApiError(0, { errors: [{ status: 0, code: 'offline', message: await speak(say(clientWords.server_unreachable)) }] });
    }
    if (!response.ok) throw new ApiError(response.status, await readRefusal(response, speak));
    return (response.status === 204 ? undefined : await readAnswer(response, speak)) as RouteReply<typeof route>;
  };
}
