import { z } from 'zod';
import { type Said, say, sentences } from './sentences.ts';

/** This is said of input that a schema says nothing of its own about. */
export const problemWords = sentences({
  fill_in: { en: 'Fill this in', de: 'Füllen Sie das aus' },
  use_at_least: { en: 'Use at least {count} characters', de: 'Verwenden Sie mindestens {count} Zeichen' },
  use_at_most: { en: 'Use at most {count} characters', de: 'Verwenden Sie höchstens {count} Zeichen' },
  give_or_more: { en: 'Give {least} or more', de: 'Geben Sie {least} oder mehr an' },
  give_up_to: { en: 'Give {most} at most', de: 'Geben Sie höchstens {most} an' },
  give_at_least_one: { en: 'Give at least one', de: 'Geben Sie mindestens eines an' },
  give_at_least: { en: 'Give at least {count}', de: 'Geben Sie mindestens {count} an' },
  give_at_most: { en: 'Give at most {count}', de: 'Geben Sie höchstens {count} an' },
  give_number: { en: 'Give a number', de: 'Geben Sie eine Zahl an' },
  give_whole_number: { en: 'Give a whole number', de: 'Geben Sie eine ganze Zahl an' },
  enter_email_address: { en: 'Enter a valid e-mail address', de: 'Geben Sie eine gültige E-Mail-Adresse ein' },
  enter_address: { en: 'Enter a valid address', de: 'Geben Sie eine gültige Adresse ein' },
  enter_date: { en: 'Enter a date', de: 'Geben Sie ein Datum ein' },
  choose_one: { en: 'Choose one', de: 'Wählen Sie eines' },
  choose_one_of: { en: 'Choose one of {choices}', de: 'Wählen Sie eines von {choices}' },
  nothing_called: { en: 'There is nothing called {name}', de: 'Es gibt nichts, was {name} heißt' },
  written_differently: { en: 'This is written differently', de: 'Das schreibt man anders' },
  other_kind_of_value: { en: 'This kind of value does not fit here', de: 'Diese Art von Wert passt hier nicht' },
  unfit: { en: 'This does not fit here', de: 'Das passt hier nicht' },
});

/** A problem as the library reports it, as far as its words need it. */
export interface Problem {
  readonly code?: string | undefined;
  readonly origin?: string;
  readonly expected?: string;
  readonly format?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly input?: unknown;
  /** Each of several shapes found this wrong. */
  readonly errors?: readonly (readonly Problem[])[];
  readonly message?: string;
  /** A check of the contract's own says this, where its words have values. */
  readonly params?: { readonly said?: Said };
}

const numeric: ReadonlySet<string> = new Set(['number', 'int']);
const isNothing = (input: unknown) => input === undefined || input === null || input === '';

function tooSmall({ origin = '', minimum = 0 }: Problem): Said {
  if (numeric.has(origin)) return say(problemWords.give_or_more, { least: Number(minimum) });
  const isText = origin === 'string';
  if (Number(minimum) === 1) return say(isText ? problemWords.fill_in : problemWords.give_at_least_one);
  return say(isText ? problemWords.use_at_least : problemWords.give_at_least, { count: Number(minimum) });
}

function tooBig({ origin = '', maximum = 0 }: Problem): Said {
  if (numeric.has(origin)) return say(problemWords.give_up_to, { most: Number(maximum) });
  return say(origin === 'string' ? problemWords.use_at_most : problemWords.give_at_most, { count: Number(maximum) });
}

function wrongType({ expected = '', input }: Problem): Said {
  if (isNothing(input)) return say(problemWords.fill_in);
  if (expected === 'int') return say(problemWords.give_whole_number);
  return say(numeric.has(expected) ? problemWords.give_number : problemWords.other_kind_of_value);
}

function wrongFormat({ format, input }: Problem): Said {
  if (isNothing(input)) return say(problemWords.fill_in);
  if (format === 'email') return say(problemWords.enter_email_address);
  if (format === 'url') return say(problemWords.enter_address);
  return say(format === 'datetime' || format === 'date' ? problemWords.enter_date : problemWords.written_differently);
}

/** Of several shapes the one that is more than a fixed word tells what is wrong. */
function noneFits({ errors = [] }: Problem): Said {
  const telling = errors.flat().find(({ code, message }) => code !== 'invalid_value' && message);
  return telling ? getSaid(telling) : say(problemWords.unfit);
}

const judges: Readonly<Record<string, (problem: Problem) => Said>> = {
  too_small: tooSmall,
  too_big: tooBig,
  invalid_type: wrongType,
  invalid_format: wrongFormat,
  invalid_value: ({ values = [], input }) =>
    isNothing(input) ? say(problemWords.choose_one) : say(problemWords.choose_one_of, { choices: values.map(String).join(', ') }),
  invalid_union: noneFits,
  unrecognized_keys: ({ keys = [] }) => say(problemWords.nothing_called, { name: keys.join(', ') }),
};

/** Says what is wrong and what to do about it, where a schema says nothing of its own. One sentence without the library's terms. */
export function judge(problem: Problem): Said {
  return judges[problem.code ?? '']?.(problem) ?? say(problemWords.unfit);
}

/** No value is reported with a problem; any that is not empty asks for the same words. */
const something = true;

/** Gives what a problem of a schema says, with its values where its words have any. A rule's own words are known by themselves. */
export function getSaid(problem: Problem): Said {
  const { message = '', params } = problem;
  if (params?.said) return params.said;
  const judged = judge({ input: something, ...problem });
  return judged.message === message ? judged : { message };
}

z.config({ customError: (issue) => judge(issue as Problem).message });
