import { z } from 'zod';

/** A problem as the library reports it, as far as its words need it. */
interface Problem {
  readonly code?: string;
  readonly origin?: string;
  readonly expected?: string;
  readonly format?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly input?: unknown;
  /** What each of several shapes found wrong. */
  readonly errors?: readonly (readonly { code?: string; message?: string }[])[];
}

const numeric: ReadonlySet<string> = new Set(['number', 'int']);
const isNothing = (input: unknown) => input === undefined || input === null || input === '';

function tooSmall({ origin = '', minimum = 0 }: Problem): string {
  if (numeric.has(origin)) return `Give ${minimum} or more`;
  const isText = origin === 'string';
  if (Number(minimum) === 1) return isText ? 'Fill this in' : 'Give at least one';
  return isText ? `Use at least ${minimum} characters` : `Give at least ${minimum}`;
}

function tooBig({ origin = '', maximum = 0 }: Problem): string {
  if (numeric.has(origin)) return `Give ${maximum} at most`;
  return origin === 'string' ? `Use at most ${maximum} characters` : `Give at most ${maximum}`;
}

function wrongType({ expected = '', input }: Problem): string {
  if (isNothing(input)) return 'Fill this in';
  if (expected === 'int') return 'Give a whole number';
  return numeric.has(expected) ? 'Give a number' : 'This kind of value does not fit here';
}

function wrongFormat({ format, input }: Problem): string {
  if (isNothing(input)) return 'Fill this in';
  if (format === 'email') return 'Enter a valid e-mail address';
  if (format === 'url') return 'Enter a valid address';
  if (format === 'datetime' || format === 'date') return 'Enter a date';
  return 'This is written differently';
}

/** Of several shapes the one that is more than a fixed word tells what is wrong. */
function noneFits({ errors = [] }: Problem): string {
  return errors.flat().find(({ code, message }) => code !== 'invalid_value' && message)?.message ?? 'This does not fit here';
}

const words: Readonly<Record<string, (problem: Problem) => string>> = {
  too_small: tooSmall,
  too_big: tooBig,
  invalid_type: wrongType,
  invalid_format: wrongFormat,
  invalid_value: ({ values = [], input }) => (isNothing(input) ? 'Choose one' : `Choose one of ${values.map(String).join(', ')}`),
  invalid_union: noneFits,
  unrecognized_keys: ({ keys = [] }) => `There is nothing called ${keys.join(', ')}`,
};

/** What is wrong and what to do about it, where a schema says nothing of its own. One sentence without the library's terms. */
export function problemWords(problem: Problem): string {
  return words[problem.code ?? '']?.(problem) ?? 'This does not fit here';
}

z.config({ customError: (issue) => problemWords(issue as Problem) });
