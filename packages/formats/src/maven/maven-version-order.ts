// https://maven.apache.org/pom.html#version-order-specification

/** Digits without leading zeros, a qualifier, or what a dash leads to. */
type Item = { kind: 'number'; digits: string } | { kind: 'qualifier'; text: string } | List;
interface List {
  kind: 'list';
  items: Item[];
}

const ranked = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const aliases: Record<string, string> = { ga: '', final: '', release: '', cr: 'rc' };
const shortNames: Record<string, string> = { a: 'alpha', b: 'beta', m: 'milestone' };

function makeNumber(digits: string): Item {
  return { kind: 'number', digits: digits.replace(/^0+/, '') };
}

function makeQualifier(text: string, beforeDigit: boolean): Item {
  const long = beforeDigit ? (shortNames[text] ?? text) : text;
  return { kind: 'qualifier', text: aliases[long] ?? long };
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

/** Builds the nested lists: dots separate, dashes and changes between letters and digits lead one level deeper. */
class Parser {
  readonly #tokens: readonly string[];
  readonly #lists: List[] = [{ kind: 'list', items: [] }];

  constructor(version: string) {
    this.#tokens = version.toLowerCase().match(/[.-]|\d+|[^\d.-]+/g) ?? [];
  }

  parse(): List {
    for (const [index, token] of this.#tokens.entries()) this.#take(token, this.#tokens[index - 1], this.#tokens[index + 1]);
    for (const list of this.#lists.toReversed()) trim(list);
    return this.#lists[0] ?? { kind: 'list', items: [] };
  }

  #take(token: string, before: string | undefined, after: string | undefined): void {
    const separates = token === '.' || token === '-';
    if (separates && (before === undefined || before === '.' || before === '-')) this.#push(makeNumber(''));
    if (token === '-') this.#descend();
    if (separates) return;
    if (isDigit(token[0])) {
      this.#push(makeNumber(token));
      // A letter right after a digit counts like one after a dash.
      if (after !== undefined && after !== '.' && after !== '-') this.#descend();
      return;
    }
    // So does a qualifier after a dot when it ends the version or has its number right behind it.
    if (after === undefined || isDigit(after[0])) this.#descend();
    this.#push(makeQualifier(token, isDigit(after?.[0])));
    if (isDigit(after?.[0])) this.#descend();
  }

  #push(item: Item): void {
    this.#lists.at(-1)?.items.push(item);
  }

  /** An empty list needs no list inside. */
  #descend(): void {
    if (this.#lists.at(-1)?.items.length === 0) return;
    const list: List = { kind: 'list', items: [] };
    this.#push(list);
    this.#lists.push(list);
  }
}

function isNull(item: Item): boolean {
  if (item.kind === 'list') return item.items.length === 0;
  return (item.kind === 'number' ? item.digits : item.text) === '';
}

/** Drops what means nothing from the end and before what dashes lead to. */
function trim({ items }: List): void {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (item && isNull(item)) items.splice(index, 1);
    else if (item?.kind !== 'list') break;
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Known qualifiers by their rank, unknown ones after them by their letters. */
function compareQualifiers(a: string, b: string): number {
  const [rank, other] = [ranked.indexOf(a), ranked.indexOf(b)];
  if (rank === -1 && other === -1) return compareText(a, b);
  return (rank === -1 ? ranked.length : rank) - (other === -1 ? ranked.length : other);
}

const kindOrder = { qualifier: 0, list: 1, number: 2 } as const;

/** An item against the padding of the shorter version. */
function compareToNothing(item: Item): number {
  if (item.kind === 'number') return item.digits === '' ? 0 : 1;
  if (item.kind === 'qualifier') return compareQualifiers(item.text, '');
  return item.items.map(compareToNothing).find((result) => result !== 0) ?? 0;
}

function compareItems(a: Item | undefined, b: Item | undefined): number {
  if (!a || !b) return a ? compareToNothing(a) : b ? -compareToNothing(b) : 0;
  if (a.kind === 'number' && b.kind === 'number') return a.digits.length - b.digits.length || compareText(a.digits, b.digits);
  if (a.kind === 'qualifier' && b.kind === 'qualifier') return compareQualifiers(a.text, b.text);
  if (a.kind === 'list' && b.kind === 'list') return compareLists(a, b);
  return kindOrder[a.kind] - kindOrder[b.kind];
}

function compareLists(a: List, b: List): number {
  for (let index = 0; index < Math.max(a.items.length, b.items.length); index++) {
    const result = compareItems(a.items[index], b.items[index]);
    if (result !== 0) return result;
  }
  return 0;
}

/** Orders versions as Maven does: qualifiers before releases, trailing zeros without meaning. */
export function compareVersions(a: string, b: string): number {
  return compareLists(new Parser(a.slice(0, 500)).parse(), new Parser(b.slice(0, 500)).parse());
}
