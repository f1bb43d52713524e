import { LRUCache } from 'lru-cache';
import { compareNaturally } from '../natural-order.ts';

// https://docs.conda.io/projects/conda/en/stable/user-guide/concepts/pkg-specs.html#version-ordering

/** A run of digits, or of anything else; `dev` stands before all other words, and `post` behind all numbers. */
type Item = bigint | string;
type Part = readonly Item[];

interface Version {
  epoch: Part;
  parts: readonly Part[];
  local: readonly Part[];
}

const pattern = /^(?:(?<epoch>\d{1,20})!)?(?<main>[*._a-z0-9-]{1,200})(?:\+(?<local>[*._a-z0-9-]{1,200}))?$/;

/** What begins with a letter has a zero before it. */
function readPart(text: string): Part | undefined {
  const found = text.match(/\d+|\*+|_|[^\d*_]+/g);
  if (!found) return undefined;
  const items = found.map((item): Item => (/^\d/.test(item) ? BigInt(item) : item));
  return typeof items[0] === 'bigint' ? items : [0n, ...items];
}

/** Points, dashes and underscores stand between parts; an underscore at the end belongs to the last of them, which makes it older. */
function readParts(text: string): Part[] | undefined {
  const [, body = '', end = ''] = /^(.*?)(_?)$/.exec(text) ?? [];
  const words = body.split(/[._-]/);
  const parts = words.map((word, at) => readPart(at === words.length - 1 ? `${word}${end}` : word));
  return parts.every((part) => part !== undefined) && body !== '' ? parts : undefined;
}

function read(text: string): Version | undefined {
  const { epoch = '0', main, local } = pattern.exec(text.trim().toLowerCase())?.groups ?? {};
  // Dashes are taken for underscores where there are none of these.
  if (main === undefined || (text.includes('-') && text.includes('_'))) return undefined;
  const parts = readParts(main);
  const rest = local === undefined ? [] : readParts(local);
  return parts && rest && { epoch: [BigInt(epoch)], parts, local: rest };
}

const known = new LRUCache<string, Version | false>({ max: 10_000 });

function readKnown(text: string): Version | false {
  const before = known.get(text);
  if (before !== undefined) return before;
  const version = text.length <= 500 && (read(text) ?? false);
  known.set(text.slice(0, 501), version);
  return version;
}

export const isCondaVersion = (text: string): boolean => readKnown(text) !== false;

const rank = (item: Item) => (item === 'post' ? 2 : typeof item === 'bigint' ? 1 : 0);
/** A star stands before `dev`, which stands before an underscore. */
const spell = (item: Item) => (item === 'dev' ? 'DEV' : String(item));

function compareItems(a: Item, b: Item): number {
  const byRank = rank(a) - rank(b);
  if (byRank !== 0) return byRank;
  const [left, right] = typeof a === 'bigint' ? [a, b] : [spell(a), spell(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What is not there is a zero. */
function compareParts(a: readonly Part[], b: readonly Part[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [left, right] = [a[at] ?? [], b[at] ?? []];
    for (let item = 0; item < Math.max(left.length, right.length); item++) {
      const order = compareItems(left[item] ?? 0n, right[item] ?? 0n);
      if (order !== 0) return order;
    }
  }
  return 0;
}

/** An order of any two texts; what is no version stands before all versions. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [readKnown(a), readKnown(b)];
  if (!left || !right) return left ? 1 : right ? -1 : compareNaturally(a, b);
  return compareParts([left.epoch], [right.epoch]) || compareParts(left.parts, right.parts) || compareParts(left.local, right.local);
}
