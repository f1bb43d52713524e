import { allWords } from '@packhouse/contract/all-words.ts';
import { type AppError, type ErrorEnvelope, envelope, errors, type FieldProblem } from '@packhouse/contract/errors.ts';
import { isStream, type Route } from '@packhouse/contract/route.ts';
import { z } from 'zod';

const reasons: ReadonlySet<string> = new Set(allWords.flatMap((table) => Object.keys(table)));

/** Answers that no server of ours can give, since a test began. */
const faults: string[] = [];

/** Keeps what a test tried to answer: the screen may well have gone on without. */
export function noteFault(fault: string): void {
  faults.push(fault);
}

/** Takes what was tried since this was last asked. */
export function takeFaults(): string[] {
  return faults.splice(0);
}

/** The good answer as it leaves the server. @throws Error where the schema of the route refuses it */
export function encodeReply(route: Route, reply: unknown): unknown {
  if (isStream(route.reply)) throw new Error('answers no document of a schema: use send()');
  const encoded = z.safeEncode(route.reply, reply);
  if (!encoded.success) throw new Error(`no server answers this:\n${z.prettifyError(encoded.error)}`);
  return encoded.data;
}

/** The media type of an answer that is no document. @throws Error where the route answers none such */
export function requireMedia({ reply }: Route, media: string | undefined): string | undefined {
  if (!isStream(reply)) throw new Error('answers a document of its schema: use tell()');
  const [usual] = reply.media;
  if (media !== undefined && usual !== '*/*' && !reply.media.includes(media)) throw new Error(`never answers ${media}`);
  return media ?? (usual === '*/*' ? undefined : usual);
}

const isProblem = (one: unknown): one is FieldProblem => typeof (one as FieldProblem | null)?.path === 'string';

/** The envelope of a refusal. @throws Error where its words stand in no table */
export function makeEnvelope(error: AppError): ErrorEnvelope {
  const problems = error.code === 'invalid_input' && Array.isArray(error.detail) ? error.detail.filter(isProblem) : [];
  for (const { reason, message } of [error, ...problems])
    if (reason !== undefined && !reasons.has(reason)) throw new Error(`'${message}' has a reason that stands in no table: ${reason}`);
  if (problems.some(({ reason }) => reason === undefined)) throw new Error('a field is refused in words of no table');
  // Without a reason a refusal says no more than its code, or what its fields say.
  const said = problems.length === 0 ? errors[error.code].en : problems.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  if (error.reason === undefined && error.message !== said) throw new Error(`'${error.message}' stands in no table`);
  return envelope(error, 'test-request');
}

const toValues = (query: URLSearchParams) =>
  Object.fromEntries([...new Set(query.keys())].map((key) => [key, query.getAll(key).length > 1 ? query.getAll(key) : query.get(key)]));

/** Holds what a screen asks against its route. @throws Error where the server would refuse it */
export function requireInput({ params, query, body, takesForm }: Route, asked: { params: unknown; query: URLSearchParams; body: unknown }): void {
  const schemaOfBody = body === undefined || takesForm ? undefined : isStream(body) ? ('written' in body ? body.holds : undefined) : body;
  const parts = [
    ['params', params, asked.params],
    ['query', query, toValues(asked.query)],
    ['body', schemaOfBody, asked.body ?? {}],
  ] as const;
  for (const [part, schema, value] of parts) {
    const parsed = schema?.safeParse(value);
    if (parsed?.success === false)
      throw new Error(`the server refuses this ${part}:\n${z.prettifyError(parsed.error)}\n${JSON.stringify(value).slice(0, 300)}`);
  }
}
