import { AppError, type ErrorCode } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { Composer, type Document, isAlias, isCollection, isMap, isScalar, isSeq, Lexer, Parser } from 'yaml';
import { documentRefusals } from '../document-refusals.ts';
import { type JsonBudget, plainText, spendJson } from './plain-json.ts';

export interface YamlLimits {
  /** Marks, blanks, line ends and texts of the source: about five for each line. */
  lexemes: number;
  /** Values and keys of the result, where all aliases are replaced by what they stand for. */
  nodes: number;
  /** Characters of the source, and of all texts of the result. */
  text: number;
  /** `failsafe` takes every scalar for a text. */
  schema?: 'core' | 'failsafe';
}

/** These are the limits of what a package says about itself: ten times that of the largest known ones. */
export const packageYaml: YamlLimits = { lexemes: readingLimits.yamlLexemes.most, nodes: 200_000, text: 4 * 1024 * 1024 };

const deepest = 60;

/** No tag makes anything but texts, numbers and truth values; no key is compared with all others; nobody writes the source into messages. */
const options = { resolveKnownTags: false, uniqueKeys: false, merge: false, prettyErrors: false };

/**
 * Reads the one document of a stranger's YAML into plain JSON, as what its aliases stand for: they may not stand for more than the limits say.
 * @throws AppError `code` when it is not well formed, a key is no plain text or comes twice, something is part of itself, or a limit is reached
 */
export function readYaml(text: string, code: ErrorCode, limits: YamlLimits): unknown {
  const exceeded = () => new AppError(documentRefusals.yaml_exceeds, {}, { code });
  if (text.length > limits.text) throw exceeded();
  let document: Document.Parsed | undefined;
  try {
    document = compose(text, limits, exceeded);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(documentRefusals.yaml_unreadable, {}, { code, cause });
  }
  const wrong = document?.errors[0];
  if (wrong) throw new AppError(documentRefusals.yaml_malformed, { reason: wrong.message.slice(0, 200) }, { code, cause: wrong });
  return new Copy(code, { nodes: limits.nodes, text: limits.text, exceeded }).of(document?.contents);
}

/** Stops as soon as there is too much, for each node of a document takes hundreds of times its length. */
function compose(text: string, { lexemes, schema = 'core' }: YamlLimits, exceeded: () => Error): Document.Parsed | undefined {
  const parser = new Parser();
  const composer = new Composer({ ...options, schema });
  const documents: Document.Parsed[] = [];
  const take = (found: Iterable<Document.Parsed>) => {
    for (const document of found) documents.push(document);
    if (documents.length > 1) throw new Error('There is more than one document');
  };
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    // The parser holds every open collection twice.
    if (++count > lexemes || parser.stack.length > deepest * 3) throw exceeded();
    for (const token of parser.next(lexeme)) take(composer.next(token));
  }
  for (const token of parser.end()) take(composer.next(token));
  take(composer.end(true, text.length));
  return documents[0];
}

class Copy {
  readonly #code: ErrorCode;
  readonly #budget: JsonBudget;
  readonly #anchors = new Map<string, unknown>();
  readonly #open = new Set<unknown>();

  constructor(code: ErrorCode, budget: JsonBudget) {
    this.#code = code;
    this.#budget = budget;
  }

  /** An alias means the last anchor of its name before it, which is the order in which this comes by. */
  of(node: unknown): unknown {
    if (isAlias(node)) {
      const meant = this.#anchors.get(node.source);
      if (meant === undefined) throw new AppError(documentRefusals.yaml_alias_empty, {}, { code: this.#code });
      return this.#plain(meant);
    }
    if ((isScalar(node) || isCollection(node)) && node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    return this.#plain(node);
  }

  #plain(node: unknown): unknown {
    if (isScalar(node)) return this.#scalar(node.value);
    spendJson(this.#budget);
    if (!isMap(node) && !isSeq(node)) return null;
    if (this.#open.has(node)) throw new AppError(documentRefusals.yaml_contains_itself, {}, { code: this.#code });
    if (this.#open.size >= deepest) throw new AppError(documentRefusals.yaml_too_deep, {}, { code: this.#code });
    this.#open.add(node);
    const copy = isMap(node) ? this.#map(node.items) : node.items.map((one) => this.of(one));
    this.#open.delete(node);
    return copy;
  }

  #scalar(value: unknown): unknown {
    spendJson(this.#budget, typeof value === 'string' ? value.length : 0);
    if (typeof value === 'string') return plainText(value, value.length);
    return typeof value === 'number' || typeof value === 'boolean' ? value : null;
  }

  #map(pairs: readonly { key: unknown; value: unknown }[]): Record<string, unknown> {
    const values = new Map<string, unknown>();
    for (const { key, value } of pairs) {
      const name = this.of(key);
      if (typeof name === 'object' && name !== null) throw new AppError(documentRefusals.yaml_key_no_text, {}, { code: this.#code });
      const text = String(name ?? '');
      if (values.has(text)) throw new AppError(documentRefusals.yaml_key_twice, { key: text.slice(0, 100) }, { code: this.#code });
      values.set(text, this.of(value));
    }
    values.delete('__proto__');
    return Object.fromEntries(values);
  }
}
