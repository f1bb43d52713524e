import { AppError } from '@packhouse/contract/errors.ts';
import { queryLimits } from '@packhouse/contract/repositories/limits.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';

/** A value as it was written. An object keeps all its entries: the same key may stand in it several times. */
export type AqlValue = string | number | boolean | null | AqlObject | readonly AqlValue[];
export interface AqlObject {
  readonly entries: readonly (readonly [key: string, value: AqlValue])[];
}

/** One call of the chain: `.sort({"$asc":["name"]})`. */
export interface AqlCall {
  readonly name: string;
  readonly parameters: readonly AqlValue[];
}

const deepest = 100;
const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '"': '"', "'": "'", '\\': '\\', '/': '/' };
const bareWord = /[A-Za-z0-9_@$.*+:-]/;
const bareKey = /[A-Za-z0-9_@$.*-]/;

export function isAqlObject(value: AqlValue | undefined): value is AqlObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a query into its calls, `find` first with the domain as its name's beginning: `items.find`.
 * The language is like JSON but not JSON: keys repeat, commas may trail, words may stand without quotes, calls come in any order.
 */
export class AqlReader {
  private at = 0;
  private values = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** @throws AppError `bad_request` with the place of the mistake */
  read(): AqlCall[] {
    const calls: AqlCall[] = [];
    while (this.skip() < this.text.length) {
      if (calls.length > 0) this.expect('.');
      calls.push(this.call());
      if (calls.length > 20) this.fail(say(queryWords.query_too_many_calls));
    }
    return calls;
  }

  private fail(why: Said): never {
    throw new AppError(queryWords.query_not_parsed_at, { at: this.at + 1, why });
  }

  private skip(): number {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      // Most of what comes is plain, and asking an expression for each character takes ten times as long.
      if (code > 0x20 && (code < 0x80 || !/\s/.test(this.text[this.at]!))) break;
      if (code < 0x20 && (code < 0x09 || code > 0x0d)) break;
    }
    return this.at;
  }

  private peek(): string {
    this.skip();
    return this.text[this.at] ?? '';
  }

  private expect(character: string): void {
    if (this.peek() !== character) this.fail(say(queryWords.word_expected_there, { word: character }));
    this.at++;
  }

  private call(): AqlCall {
    let name = this.word();
    while (this.peek() === '.') {
      this.at++;
      name += `.${this.word()}`;
    }
    this.expect('(');
    return { name, parameters: this.list(')', 0) };
  }

  private word(): string {
    this.skip();
    const start = this.at;
    while (/[A-Za-z_]/.test(this.text[this.at] ?? '')) this.at++;
    if (start === this.at) this.fail(say(queryWords.any_word_expected));
    return this.text.slice(start, this.at);
  }

  private list(end: string, depth: number): AqlValue[] {
    const values: AqlValue[] = [];
    for (;;) {
      const next = this.peek();
      if (next === '') this.fail(say(queryWords.word_missing, { word: end }));
      if (next === end) break;
      if (next === ',') {
        this.at++;
        continue;
      }
      values.push(this.value(depth));
    }
    this.at++;
    return values;
  }

  private value(depth: number): AqlValue {
    if (++this.values > queryLimits.values.most) this.fail(say(queryWords.query_too_many_values, { count: queryLimits.values.most }));
    if (depth > deepest) this.fail(say(queryWords.criteria_nested_too_deeply));
    const next = this.peek();
    if (next === '{') return this.object(depth + 1);
    if (next === '[') {
      this.at++;
      return this.list(']', depth + 1);
    }
    if (next === '"' || next === "'") return this.quoted(next);
    return this.bare();
  }

  private object(depth: number): AqlObject {
    this.expect('{');
    const entries: [string, AqlValue][] = [];
    for (;;) {
      const next = this.peek();
      if (next === '') this.fail(say(queryWords.brace_missing));
      if (next === '}') break;
      if (next === ',') {
        this.at++;
        continue;
      }
      const key = next === '"' || next === "'" ? this.quoted(next) : this.bareText(bareKey);
      this.expect(':');
      entries.push([key, this.value(depth)]);
    }
    this.at++;
    return { entries };
  }

  private quoted(quote: string): string {
    this.at++;
    let text = '';
    let from = this.at;
    for (;;) {
      const character = this.text[this.at];
      if (character === undefined) this.fail(say(queryWords.text_not_closed));
      if (character === quote) break;
      if (character !== '\\') {
        this.at++;
        continue;
      }
      text += this.text.slice(from, this.at) + this.escape();
      from = this.at;
    }
    text += this.text.slice(from, this.at);
    this.at++;
    return text;
  }

  /** A backslash before anything that needs none is a backslash. */
  private escape(): string {
    const letter = this.text[this.at + 1] ?? '';
    const code = letter === 'u' ? /^[0-9a-fA-F]{4}/.exec(this.text.slice(this.at + 2, this.at + 6))?.[0] : undefined;
    this.at += code ? 6 : 2;
    return code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[letter] ?? `\\${letter}`);
  }

  private bareText(letters: RegExp): string {
    const start = this.at;
    while (letters.test(this.text[this.at] ?? '')) this.at++;
    if (start === this.at) this.fail(say(queryWords.word_unexpected, { word: this.text[this.at] ?? '' }));
    return this.text.slice(start, this.at);
  }

  private bare(): AqlValue {
    const word = this.bareText(bareWord);
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    return /^-?\d+(\.\d+)?$/.test(word) && Number.isSafeInteger(Math.trunc(Number(word))) ? Number(word) : word;
  }
}
