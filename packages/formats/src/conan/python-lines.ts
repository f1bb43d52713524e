/** One word of a Python source: a name, a number, a sign, or a text with what it says. A text that is put together when it runs says nothing. */
export type Token = { kind: 'name' | 'number' | 'sign'; text: string } | { kind: 'text'; text: string | undefined };

/** Python takes this for one line, however many it is written over. */
export interface Line {
  /** Columns before it. */
  indent: number;
  tokens: Token[];
}

const opening = '([{';
const closing = ')]}';
const blank = /[ \t\f]*/y;
const comment = /#[^\n]*/y;
const joined = /\\\r?\n/y;
const name = /[\p{L}_][\p{L}\p{N}_]*/uy;
const number = /\d[\w.]*/y;
const quote = /(?<prefix>[A-Za-z]{0,2})(?<mark>"""|'''|"|')/y;
const escapes: Record<string, string> = { n: '\n', t: '\t', r: '', '\n': '', '\r': '' };

/** Widths of tabs are those of the language's reference. https://docs.python.org/3/reference/lexical_analysis.html#indentation */
function getWidth(space: string): number {
  let width = 0;
  for (const one of space) width = one === '\t' ? width - (width % 8) + 8 : width + 1;
  return width;
}

/** Reads a source from its beginning to its end, each character once; nothing of it is run. */
class Reader {
  readonly lines: Line[] = [];
  private readonly source: string;
  private at = 0;
  private depth = 0;
  private line: Line | undefined;

  constructor(source: string) {
    this.source = source;
  }

  private take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.source);
    if (!found) return undefined;
    this.at = expression.lastIndex;
    return found;
  }

  private push(token: Token): void {
    this.line?.tokens.push(token);
  }

  /** The text behind a quotation mark; it ends at its mark or, where that is missing, with the line. */
  private readText(prefix: string, mark: string): void {
    const isRaw = /r/i.test(prefix);
    let text = '';
    while (this.at < this.source.length && !this.source.startsWith(mark, this.at)) {
      const one = this.source[this.at]!;
      if (one === '\n' && mark.length === 1) break;
      const next = this.source[this.at + 1];
      if (one === '\\' && next !== undefined) {
        text += isRaw ? one + next : (escapes[next] ?? next);
        this.at += 2;
      } else {
        text += one;
        this.at += 1;
      }
    }
    this.at += mark.length;
    this.push({ kind: 'text', text: /[fb]/i.test(prefix) ? undefined : text });
  }

  private readToken(): void {
    const quoted = this.take(quote)?.groups;
    const named = quoted ? undefined : this.take(name);
    const counted = quoted || named ? undefined : this.take(number);
    if (quoted) this.readText(quoted.prefix!, quoted.mark!);
    else if (named) this.push({ kind: 'name', text: named[0] });
    else if (counted) this.push({ kind: 'number', text: counted[0] });
    else this.readSign();
  }

  private readSign(): void {
    const sign = this.source[this.at]!;
    this.at += 1;
    if (opening.includes(sign)) this.depth += 1;
    if (closing.includes(sign)) this.depth = Math.max(0, this.depth - 1);
    this.push({ kind: 'sign', text: sign });
  }

  read(): Line[] {
    while (this.at < this.source.length) {
      const space = this.take(blank)![0];
      if (this.take(comment) || this.take(joined)) continue;
      if (/[\r\n]/.test(this.source[this.at] ?? '\n')) {
        this.at += 1;
        if (this.depth === 0) this.line = undefined;
        continue;
      }
      if (!this.line) {
        this.line = { indent: getWidth(space), tokens: [] };
        this.lines.push(this.line);
      }
      this.readToken();
    }
    return this.lines;
  }
}

export function pythonLines(source: string): Line[] {
  return new Reader(source).read();
}
