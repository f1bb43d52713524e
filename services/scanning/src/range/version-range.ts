import { findRules } from '../component/ecosystem.ts';

type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';
interface Constraint {
  comparator: Comparator;
  version: string;
}

/** A range has so many constraints at most. */
const mostConstraints = 200;

function readConstraint(text: string): Constraint | undefined {
  const [, comparator, version] = /^(!=|<=|>=|[<>=])?\s*(.+)$/s.exec(text.trim()) ?? [];
  if (version === undefined) return undefined;
  try {
    return { comparator: (comparator ?? '=') as Comparator, version: decodeURIComponent(version) };
  } catch {
    return undefined;
  }
}

/** Constraints of a range, and the kind of versions that it is about; `everything` has none. https://github.com/package-url/vers-spec */
export function readRange(text: string): { type: string; constraints: readonly Constraint[] | 'everything' } | undefined {
  const [, type, rest] = /^vers:([a-z][a-z0-9.+-]*)\/(.+)$/is.exec(text.trim()) ?? [];
  if (type === undefined || rest === undefined) return undefined;
  if (rest.trim() === '*') return { type: type.toLowerCase(), constraints: 'everything' };
  const parts = rest.split('|').filter((part) => part.trim() !== '');
  const constraints = parts.map(readConstraint);
  if (parts.length === 0 || parts.length > mostConstraints || constraints.includes(undefined)) return undefined;
  return { type: type.toLowerCase(), constraints: constraints as Constraint[] };
}

/** Whether a version lies in a range; one that cannot be compared with all of it lies in none. */
export function isInRange(ecosystem: string, version: string, range: string): boolean {
  const constraints = readRange(range)?.constraints;
  const order = findRules(ecosystem);
  if (constraints === 'everything') return true;
  if (constraints === undefined || !order?.knows(version) || constraints.some((one) => !order.knows(one.version))) return false;
  const against = (one: Constraint) => order.compare(version, one.version);
  const equal = constraints.filter((one) => against(one) === 0);
  if (equal.some(({ comparator }) => comparator === '!=' || comparator === '<' || comparator === '>')) return false;
  if (equal.length > 0) return true;
  const bounds = constraints
    .filter(({ comparator }) => comparator !== '=' && comparator !== '!=')
    .toSorted((one, other) => order.compare(one.version, other.version));
  // What was left out leaves everything else in, where nothing but that is said.
  if (bounds.length === 0) return constraints.every(({ comparator }) => comparator === '!=');
  const above = bounds.find((one) => against(one) < 0);
  const below = bounds.findLast((one) => against(one) > 0);
  const isOpenAbove = (one: Constraint | undefined) => one === undefined || one.comparator.startsWith('>');
  const isOpenBelow = (one: Constraint | undefined) => one === undefined || one.comparator.startsWith('<');
  // Inside is what has a lower bound below it or an upper one above it, and no bound that says otherwise on the other side.
  return !(isOpenBelow(below) && isOpenAbove(above)) && (below === undefined || !isOpenBelow(below)) && (above === undefined || !isOpenAbove(above));
}
