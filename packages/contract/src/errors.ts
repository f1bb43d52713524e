import { type ErrorCode, errors } from './error-codes.ts';
import { type Said, type Sentence, say, type ValuesAnd } from './sentences.ts';
import { sharedWords } from './shared-words.ts';

export { type ErrorCode, errors } from './error-codes.ts';

/** One problem with one field of the input; `path` is the field's dotted name. */
export interface FieldProblem extends Said {
  path: string;
}

/** Every refused request answers with this. `reason` names the sentence in the platform's tables; absent where the code says it all. */
export interface ErrorEnvelope {
  errors: (Said & { status: number; code: string; detail?: unknown; requestId?: string })[];
}

/** A sentence that is a refusal by itself. */
type Refusal<English extends string> = Sentence<English> & { readonly code: ErrorCode };

interface Circumstances {
  /** Reaches the client; keep secrets out of it. */
  detail?: unknown;
  cause?: unknown;
}

/**
 * The only error that code throws on purpose: a sentence of a table with its values, or a code that says it all.
 * Its message is English; whoever shows it in another language makes that of reason and values.
 */
export class AppError<const English extends string = string> extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: unknown;
  readonly reason: string | undefined;
  readonly values: Said['values'];
  /** With `said`, the code is told in words that were put together elsewhere. */
  constructor(code: ErrorCode, circumstances?: Circumstances & { said?: Said });
  /** With `code`, the refusal answers with another code than the sentence's own. */
  constructor(sentence: Refusal<English>, ...rest: ValuesAnd<English, [circumstances?: Circumstances & { code?: ErrorCode }]>);
  constructor(first: ErrorCode | Refusal<string>, second: object = {}, third: Circumstances & { code?: ErrorCode } = {}) {
    const isCode = typeof first === 'string';
    const { said, detail, cause }: Circumstances & { said?: Said } = isCode ? second : { ...third, said: say(first, second) };
    super(said?.message ?? errors[first as ErrorCode].en, { cause });
    this.name = 'AppError';
    this.code = isCode ? first : (third.code ?? first.code);
    this.status = errors[this.code].status;
    this.detail = detail;
    this.reason = said?.reason;
    this.values = said?.values;
  }
}

/** An error that answers no request by itself, and says so in a sentence of a table. */
export class SaidError extends Error {
  readonly said: Said;
  constructor(said: Said, options: { cause?: unknown } = {}) {
    super(said.message, options);
    this.said = said;
  }
}

/** Gives what an error says; the words alone where it is none of ours. */
export function saidBy(error: unknown): Said {
  if (error instanceof SaidError) return error.said;
  const { message } = error as Error;
  if (!(error instanceof AppError) || error.reason === undefined) return { message };
  return { message, reason: error.reason, ...(error.values === undefined ? {} : { values: error.values }) };
}

/** Refuses one field, in that field's own words. */
export function fieldRefusal(path: string, said: Said): AppError {
  return new AppError('invalid_input', { said, detail: [{ path, ...said }] });
}

/** Refuses one field and names it, for callers who have no form before them. */
export function namedFieldRefusal(path: string, said: Said): AppError {
  return new AppError(sharedWords.named, { name: path, why: said }, { code: 'invalid_input', detail: [{ path, ...said }] });
}

/** The envelope for one error. */
export function envelope(error: AppError, requestId?: string): ErrorEnvelope {
  return {
    errors: [
      {
        status: error.status,
        code: error.code,
        ...saidBy(error),
        ...(error.detail === undefined ? {} : { detail: error.detail }),
        ...(requestId === undefined ? {} : { requestId }),
      },
    ],
  };
}
