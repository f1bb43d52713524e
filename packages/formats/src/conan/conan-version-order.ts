// https://docs.conan.io/2/reference/tools/scm/version.html, and what the client's own class does where that says nothing.

/** A part between two dots: a number wherever Python would read one. */
type Item = bigint | string;

interface Version {
  items: readonly Item[];
  pre: readonly Item[] | undefined;
  build: readonly Item[] | undefined;
}

const integer = /^\s*[+-]?\d+(?:_\d+)*\s*$/;

function readItem(text: string): Item {
  return integer.test(text) ? BigInt(text.trim().replaceAll('_', '').replace(/^\+/, '')) : text;
}

/** Zeros at the end count for nothing. */
function readItems(text: string): readonly Item[] {
  const items = text.split('.').map(readItem);
  while (items.at(-1) === 0n) items.pop();
  return items;
}

/** The build stands behind the last '+', the pre-release behind the first '-' before that. */
function readVersion(text: string): Version {
  const plus = text.lastIndexOf('+');
  const rest = plus < 0 ? text : text.slice(0, plus);
  const dash = rest.indexOf('-');
  return {
    items: readItems(dash < 0 ? rest : rest.slice(0, dash)),
    pre: dash < 0 ? undefined : readItems(rest.slice(dash + 1)),
    build: plus < 0 ? undefined : readItems(text.slice(plus + 1)),
  };
}

/** A number and a word are compared as texts. */
function compareItems(a: Item, b: Item): number {
  const [left, right] = typeof a === typeof b ? [a, b] : [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The first difference decides; without one, what ends first is older, and what is not there at all is the oldest. */
function compareLists(a: readonly Item[] | undefined, b: readonly Item[] | undefined): number {
  if (!a || !b) return (a ? 1 : 0) - (b ? 1 : 0);
  for (const [at, item] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const order = compareItems(item, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

export function compareVersions(a: string, b: string): number {
  const [left, right] = [readVersion(a), readVersion(b)];
  const order = compareLists(left.items, right.items);
  if (order !== 0) return order;
  // A pre-release comes before what it leads to.
  if (!left.pre !== !right.pre) return left.pre ? -1 : 1;
  return compareLists(left.pre, right.pre) || compareLists(left.build, right.build);
}
