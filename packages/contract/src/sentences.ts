import type { ErrorCode } from './error-codes.ts';

/**
 * A sentence that the platform says, in both languages; `{name}` stands for a value.
 * `{count|file is|files are}` stands for the first words where the value is one, else for the second.
 */
interface Entry {
  /** The code that a refusal with this sentence answers with; absent where it is never a refusal by itself. */
  readonly code?: ErrorCode;
  readonly en: string;
  readonly de: string;
}

/** An entry of a table, with the name it has there. The name is what other programs may rely on. */
export interface Sentence<English extends string = string> extends Entry {
  readonly reason: string;
  readonly en: English;
}

/** This stands for a name: taken over as it is, or a sentence within the sentence, which is put into the reader's language as well. */
export type Value = string | number | Said;

/** Something said: the words in English, and what they are made of where they come from a table. */
export interface Said {
  readonly message: string;
  readonly reason?: string | undefined;
  readonly values?: Readonly<Record<string, Value>> | undefined;
}

/** Braces of a query or a pattern stand for themselves. */
type Literal = `${string}${' ' | '"' | '…' | ':'}${string}` | `${number}`;
type NameOf<Inside extends string> = Inside extends `${infer Name}|${string}|${string}` ? Name : Inside extends Literal ? never : Inside;
type NamesIn<English extends string> = English extends `${string}{${infer Inside}}${infer Rest}` ? NameOf<Inside> | NamesIn<Rest> : never;

/** The values that a sentence asks for. */
export type ValuesOf<English extends string> = { readonly [Name in NamesIn<English>]: Value };

/** These follow a sentence in a call: its values, needed where it has any, then whatever else the call takes. */
export type ValuesAnd<English extends string, Rest extends unknown[] = []> = [NamesIn<English>] extends [never]
  ? [values?: Record<never, never>, ...rest: Rest]
  : [values: ValuesOf<English>, ...rest: Rest];

/**
 * A table of sentences. Every one is known by the name it has here, its reason, which no other table may use.
 * A table that nobody reads is left out of what the browser gets.
 * @__NO_SIDE_EFFECTS__
 */
export function sentences<const Table extends Readonly<Record<string, Entry>>>(
  table: Table,
): { readonly [Reason in keyof Table]: Table[Reason] & { readonly reason: Reason } } {
  return Object.fromEntries(Object.entries(table).map(([reason, entry]) => [reason, { reason, ...entry }])) as never;
}

const placeholder = /\{([a-z]+)(?:\|([^{|}]*)\|([^{|}]*))?\}/gi;

/** The names of the values of a text. */
export const namesIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name]) => name ?? '');

/** A text with its values in place; `within` says a sentence within it. */
export function fill(text: string, values: Readonly<Record<string, Value>> = {}, within: (said: Said) => string = ({ message }) => message): string {
  return text.replace(placeholder, (written, name: string, one?: string, other?: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return written;
    // The languages that there are say it alike: one is the only number with a form of its own.
    if (one !== undefined && other !== undefined) return Number(value) === 1 ? one : other;
    return typeof value === 'object' ? within(value) : String(value);
  });
}

/** Says a sentence of a table. */
export function say<English extends string>(sentence: Sentence<English>, ...[values]: ValuesAnd<English>): Said {
  const given: Readonly<Record<string, Value>> = values ?? {};
  return { message: fill(sentence.en, given), reason: sentence.reason, ...(Object.keys(given).length === 0 ? {} : { values: given }) };
}
