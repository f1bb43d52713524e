/** One block of a configuration file: `variable "name" { … }`. */
export interface Block {
  type: string;
  labels: string[];
  /** Attributes whose value is a plain text. */
  texts: Record<string, string>;
  blocks: Block[];
}

const deepest = 40;
const token = /\s+|#[^\n]*|\/\/[^\n]*|(?<comment>\/\*)|<<-?(?<heredoc>[A-Za-z_]\w*)|(?<quote>")|(?<word>[A-Za-z_][\w-]*)|(?<mark>[\s\S])/y;
const inQuotes = /(?:[^"\\]|\\.)*/y;

type Token = { kind: 'word' | 'text' | 'mark' | 'line'; value: string };

/** Where things end. Asked from front to back, and nothing is looked for twice, so that all answers together take one pass over the source. */
class Ends {
  readonly #source: string;
  /** By its mark, where it comes next. */
  readonly #next = new Map<string, number>();
  /** By the first word of a line, the ends of that word on all lines that begin with it, the last one first. */
  #lines: Map<string, number[]> | undefined;
  #openQuotes = 0;
  constructor(source: string) {
    this.#source = source;
  }
  /** The start of the next `mark`. */
  #find(mark: string, from: number): number {
    let next = this.#next.get(mark) ?? -1;
    if (next < from) next = this.#source.indexOf(mark, from);
    if (next < 0) next = Number.POSITIVE_INFINITY;
    this.#next.set(mark, next);
    return next;
  }
  /** Behind the comment whose inside begins at `from`. */
  ofComment(from: number): number | undefined {
    const end = this.#find('*/', from) + 2;
    return end <= this.#source.length ? end : undefined;
  }
  /** Behind the word that ends the heredoc whose first line goes on at `from`. */
  ofHeredoc(word: string, from: number): number | undefined {
    const inside = this.#find('\n', from) + 1;
    this.#lines ??= this.#readLines();
    const ends = this.#lines.get(word) ?? [];
    while (ends.length > 0 && ends.at(-1)! - word.length < inside) ends.pop();
    return ends.at(-1);
  }
  #readLines(): Map<string, number[]> {
    const lines = new Map<string, number[]>();
    for (const match of this.#source.matchAll(/(?<=\n)[ \t]*([A-Za-z_]\w*)/g)) {
      const ends = lines.get(match[1]!) ?? [];
      lines.set(match[1]!, ends);
      ends.push(match.index + match[0].length);
    }
    for (const ends of lines.values()) ends.reverse();
    return lines;
  }
  /** The closing quote of the text that begins at `from`. */
  ofText(from: number): number | undefined {
    // Quotes up to where an open text broke off are escaped ones of that text: a text from there breaks off too.
    if (from <= this.#openQuotes) return undefined;
    inQuotes.lastIndex = from;
    inQuotes.test(this.#source);
    const end = inQuotes.lastIndex;
    if (this.#source[end] === '"') return end;
    this.#openQuotes = end;
    return undefined;
  }
}

function* getTokens(source: string): Generator<Token> {
  const ends = new Ends(source);
  for (let at = 0; at < source.length; ) {
    token.lastIndex = at;
    const match = token.exec(source);
    const { comment, heredoc, quote, word } = match?.groups ?? {};
    const start = at;
    at = token.lastIndex;
    const end = comment ? ends.ofComment(at) : heredoc ? ends.ofHeredoc(heredoc, at) : quote ? ends.ofText(at) : at;
    if (end === undefined) {
      // What is opened and never closed is a mark like any other.
      at = start + 1;
      yield { kind: 'mark', value: source[start]! };
    } else if (quote) {
      yield { kind: 'text', value: source.slice(at, end).replace(/\\(["\\])/g, '$1') };
      at = end + 1;
    } else {
      at = end;
      if (word !== undefined) yield { kind: 'word', value: word };
      else if (match?.groups?.mark !== undefined) yield { kind: 'mark', value: match.groups.mark };
      else if (source.slice(start, end).includes('\n')) yield { kind: 'line', value: '' };
    }
  }
}

/**
 * Reads the blocks of a configuration and their plain texts; expressions are passed over, nothing is evaluated.
 * What is not well formed gives what could be read of it. https://opentofu.org/docs/language/syntax/configuration/
 */
export function readConfiguration(source: string): Block[] {
  const tokens = [...getTokens(source)];
  let at = 0;

  function skipValue(): void {
    let depth = 0;
    for (; at < tokens.length; at++) {
      const { kind, value } = tokens[at]!;
      if (kind === 'line' && depth === 0) return;
      if (kind !== 'mark') continue;
      if ('([{'.includes(value)) depth++;
      else if (')]}'.includes(value) && --depth < 0) return;
      else if (value === ',' && depth === 0) return;
    }
  }

  function readValue(block: Block, name: string, depth: number): void {
    const first = tokens[at];
    if (first?.kind === 'mark' && first.value === '{') {
      at++;
      block.blocks.push(readBody(name, [], depth + 1));
      return;
    }
    const next = tokens[at + 1];
    const isAlone = next === undefined || next.kind === 'line' || (next.kind === 'mark' && (next.value === '}' || next.value === ','));
    if (first?.kind === 'text' && isAlone) block.texts[name] = first.value;
    skipValue();
  }

  function readBody(type: string, labels: string[], depth: number): Block {
    const block: Block = { type, labels, texts: {}, blocks: [] };
    while (at < tokens.length && depth <= deepest) {
      const { kind, value } = tokens[at++]!;
      if (kind === 'mark' && value === '}') return block;
      if (kind !== 'word' && kind !== 'text') continue;
      const names: string[] = [];
      while (tokens[at]?.kind === 'text' || tokens[at]?.kind === 'word') names.push(tokens[at++]!.value);
      const mark = tokens[at]?.kind === 'mark' ? tokens[at]!.value : '';
      if (mark === '{') {
        at++;
        block.blocks.push(readBody(value, names, depth + 1));
      } else if ((mark === '=' || mark === ':') && names.length === 0) {
        at++;
        if (value !== '__proto__') readValue(block, value, depth);
      }
    }
    return block;
  }

  return readBody('', [], 0).blocks;
}
