import { type Line, pythonLines, type Token } from './python-lines.ts';

/** A value as it is written out; undefined stands for everything that only running the recipe would tell. */
export type Written = string | number | boolean | null | undefined | readonly Written[] | ReadonlyMap<string, Written>;

/** A recipe says this about itself without being run. */
export interface Recipe {
  /** Values given to the class's attributes. */
  attributes: ReadonlyMap<string, Written>;
  /** Its methods ask for these, by the name of the call: `requires`, `tool_requires` … */
  calls: readonly { name: string; reference: string }[];
}

const deepest = 20;
const words: Record<string, Written> = { True: true, False: false, None: null };
const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Reads a value from the tokens behind an equals sign. */
class ValueReader {
  private readonly tokens: readonly Token[];
  private at: number;

  constructor(tokens: readonly Token[], at: number) {
    this.tokens = tokens;
    this.at = at;
  }

  private isSign(text: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'sign' && token.text === text;
  }

  private isAtEnd(): boolean {
    const token = this.tokens[this.at];
    return token === undefined || (token.kind === 'sign' && ',:)]}'.includes(token.text));
  }

  /** Passes over what is no value, brackets and all. */
  private skip(): undefined {
    for (let depth = 0; this.at < this.tokens.length; this.at += 1) {
      if (depth === 0 && this.isAtEnd()) return undefined;
      const token = this.tokens[this.at]!;
      if (token.kind !== 'sign') continue;
      if ('([{'.includes(token.text)) depth += 1;
      if (')]}'.includes(token.text)) depth -= 1;
    }
    return undefined;
  }

  private readTexts(): Written {
    let text: string | undefined = '';
    for (let token = this.tokens[this.at]; token?.kind === 'text'; token = this.tokens[this.at]) {
      text = text === undefined || token.text === undefined ? undefined : text + token.text;
      this.at += 1;
    }
    return text;
  }

  private readItem(depth: number): Written {
    const token = this.tokens[this.at];
    if (!token) return undefined;
    if (token.kind === 'text') return this.readTexts();
    this.at += 1;
    if (token.kind === 'number') return Number(token.text.replaceAll('_', ''));
    if (token.kind === 'name') return Object.hasOwn(words, token.text) ? words[token.text] : undefined;
    const closer = closers[token.text];
    if (closer === undefined || depth >= deepest) return undefined;
    const { items, keys, isList } = this.readItems(closer, depth + 1);
    if (keys.length > 0) return new Map(keys.map((key, at) => [String(key), items[at]]));
    return token.text === '(' && !isList ? items[0] : items;
  }

  /** A value, or nothing where more than a plain value stands there. */
  private readValue(depth: number): Written {
    const value = this.readItem(depth);
    return this.isAtEnd() ? value : this.skip();
  }

  /** Reads what is separated by commas up to the closing sign, or to the end of the line. */
  private readItems(closer: string | undefined, depth: number): { items: Written[]; keys: Written[]; isList: boolean } {
    const items: Written[] = [];
    const keys: Written[] = [];
    let isList = closer !== ')' && closer !== undefined;
    while (this.at < this.tokens.length && !(closer !== undefined && this.isSign(closer))) {
      const value = this.readValue(depth);
      if (this.isSign(':')) {
        this.at += 1;
        keys.push(value);
        items.push(this.readValue(depth));
      } else items.push(value);
      if (this.isSign(',')) isList = true;
      else if (closer === undefined || !this.isSign(closer)) break;
      else continue;
      this.at += 1;
    }
    this.at += 1;
    return { items, keys, isList };
  }

  /** Several values with commas between them need no brackets. */
  read(): Written {
    const { items, isList } = this.readItems(undefined, 0);
    return isList ? items : items[0];
  }
}

const isName = (token: Token | undefined, text: string) => token?.kind === 'name' && token.text === text;
const isSign = (token: Token | undefined, text: string) => token?.kind === 'sign' && token.text === text;

/** The lines of the class that is the recipe: the first that is made of `ConanFile`. */
function recipeBody(lines: readonly Line[]): readonly Line[] {
  const start = lines.findIndex(({ tokens }) => isName(tokens[0], 'class') && tokens.some((token) => isName(token, 'ConanFile')));
  if (start < 0) return [];
  const { indent } = lines[start]!;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.indent <= indent);
  return end < 0 ? rest : rest.slice(0, end);
}

function getAttributes(body: readonly Line[]): Map<string, Written> {
  const attributes = new Map<string, Written>();
  for (const { indent, tokens } of body) {
    const [first, second, third] = tokens;
    // A comparison is no assignment.
    if (indent !== body[0]!.indent || first?.kind !== 'name' || !isSign(second, '=') || isSign(third, '=')) continue;
    attributes.set(first.text, new ValueReader(tokens, 2).read());
  }
  return attributes;
}

const askingCalls = new Set(['requires', 'tool_requires', 'build_requires', 'test_requires']);

function* callsIn({ tokens }: Line): Generator<{ name: string; reference: string }> {
  for (const [at, token] of tokens.entries()) {
    const [dot, call, bracket, reference] = tokens.slice(at + 1, at + 5);
    if (!isName(token, 'self') || !isSign(dot, '.') || call?.kind !== 'name' || !askingCalls.has(call.text) || !isSign(bracket, '(')) continue;
    if (reference?.kind === 'text' && reference.text !== undefined) yield { name: call.text, reference: reference.text };
  }
}

/** Reads a `conanfile.py` as far as its words alone say something. */
export function readRecipe(source: string): Recipe {
  const body = recipeBody(pythonLines(source));
  return { attributes: getAttributes(body), calls: body.flatMap((line) => [...callsIn(line)]) };
}
