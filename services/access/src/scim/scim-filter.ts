import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { scimError } from './scim-error.ts';

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';
export type Literal = string | number | boolean | null;

/** A parsed filter; attribute paths are in lower case, since SCIM names know no case. */
export type Filter =
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'not'; inner: Filter }
  | { kind: 'present'; path: string }
  | { kind: 'compare'; path: string; op: Comparison; value: Literal }
  | { kind: 'element'; path: string; inner: Filter };

const comparisons = new Set<string>(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']);
const token = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)/y;
/** Deeper filters are written to exhaust the parser, not to find anybody. */
const deepest = 30;

function getTokens(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const match = token.exec(text);
    if (!match) throw scimError('invalidFilter', say(signInWords.filter_unreadable));
    tokens.push(match[1]!);
  }
  return tokens;
}

function findLiteral(word: string | undefined): Literal {
  try {
    const value: unknown = JSON.parse(/^(true|false|null)$/i.test(word ?? '') ? word!.toLowerCase() : (word ?? ''));
    // PostgreSQL knows no NUL in texts.
    if (value === null || (typeof value === 'string' && !value.includes('\0')) || typeof value === 'number' || typeof value === 'boolean') return value;
  } catch {
    // Answered below, in the words of SCIM.
  }
  throw scimError('invalidFilter', say(signInWords.filter_value_unquoted, { word: word ?? '' }));
}

/** The attribute without its schema: `urn:…:User:userName` is `username`. */
export function findAttribute(path: string): string {
  const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):(.*)$/i.exec(path);
  return (core?.[1] ?? path).toLowerCase();
}

/** https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.2 : `and` binds closer than `or`. */
class FilterParser {
  private at = 0;
  private readonly tokens: readonly string[];

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  whole(): Filter {
    const filter = this.or(0);
    if (this.at < this.tokens.length) throw scimError('invalidFilter', say(signInWords.filter_word_unexpected, { word: String(this.tokens[this.at]) }));
    return filter;
  }

  private isNext(word: string): boolean {
    return this.tokens[this.at]?.toLowerCase() === word;
  }

  private expect(word: string): void {
    if (!this.isNext(word)) throw scimError('invalidFilter', say(signInWords.filter_word_missing, { word }));
    this.at++;
  }

  private or(depth: number): Filter {
    if (depth > deepest) throw scimError('invalidFilter', say(signInWords.filter_nested_too_deeply));
    let left = this.and(depth);
    while (this.isNext('or')) {
      this.at++;
      left = { kind: 'or', left, right: this.and(depth) };
    }
    return left;
  }

  private and(depth: number): Filter {
    let left = this.term(depth);
    while (this.isNext('and')) {
      this.at++;
      left = { kind: 'and', left, right: this.term(depth) };
    }
    return left;
  }

  private term(depth: number): Filter {
    if (this.isNext('not')) {
      this.at++;
      if (!this.isNext('(')) throw scimError('invalidFilter', say(signInWords.filter_not_without_parentheses));
      return { kind: 'not', inner: this.term(depth) };
    }
    if (this.isNext('(')) {
      this.at++;
      const inner = this.or(depth + 1);
      this.expect(')');
      return inner;
    }
    return this.attribute(depth);
  }

  private attribute(depth: number): Filter {
    const word = this.tokens[this.at++];
    if (word === undefined || !/^[A-Za-z$]/.test(word)) throw scimError('invalidFilter', say(signInWords.filter_attribute_missing));
    const path = findAttribute(word);
    if (this.isNext('[')) {
      this.at++;
      const inner = this.or(depth + 1);
      this.expect(']');
      return { kind: 'element', path, inner };
    }
    const op = this.tokens[this.at++]?.toLowerCase() ?? '';
    if (op === 'pr') return { kind: 'present', path };
    if (!comparisons.has(op)) throw scimError('invalidFilter', say(signInWords.filter_comparison_unknown, { word: op }));
    return { kind: 'compare', path, op: op as Comparison, value: findLiteral(this.tokens[this.at++]) };
  }
}

/** @throws AppError `bad_request` with the SCIM word `invalidFilter` */
export function parseFilter(text: string): Filter {
  return new FilterParser(getTokens(text)).whole();
}

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== '';
const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

function compare(op: Comparison, given: unknown, wanted: Literal): boolean {
  const [a, b] = [lower(given), lower(wanted)];
  if (op === 'eq') return a === b || (b === null && a === undefined);
  if (op === 'ne') return a !== b;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  if (op === 'co') return a.includes(b);
  if (op === 'sw') return a.startsWith(b);
  if (op === 'ew') return a.endsWith(b);
  if (op === 'gt') return a > b;
  if (op === 'ge') return a >= b;
  return op === 'lt' ? a < b : a <= b;
}

/** The value of an attribute, whatever the case of its name. */
export function makePart(element: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.entries(element).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** Whether one element of a multi-valued attribute matches the filter of a path, such as `members[value eq "7"]`. */
export function matches(filter: Filter, element: Readonly<Record<string, unknown>>): boolean {
  if (filter.kind === 'and') return matches(filter.left, element) && matches(filter.right, element);
  if (filter.kind === 'or') return matches(filter.left, element) || matches(filter.right, element);
  if (filter.kind === 'not') return !matches(filter.inner, element);
  if (filter.kind === 'present') return isPresent(makePart(element, filter.path));
  if (filter.kind === 'compare') return compare(filter.op, makePart(element, filter.path), filter.value);
  throw scimError('invalidFilter', say(signInWords.elements_without_elements));
}
