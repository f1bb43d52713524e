import { pathMatches } from '@packhouse/kernel/access/path-pattern.ts';
import { isWithin } from '../storage/path.ts';

const split = (patterns: string) =>
  patterns
    .split(',')
    .map((pattern) => pattern.trim().replace(/^\/+/, ''))
    .filter((pattern) => pattern !== '');

/** A pattern fits as Ant patterns do; without wildcards it stands for itself and everything below it. */
function fits(pattern: string, path: string): boolean {
  return /[*?]/.test(pattern) ? pathMatches(pattern, path) : isWithin(path, pattern.replace(/\/+$/, ''));
}

/** Says which paths a replication is about. */
export function makeChoice({
  include_prefix: include,
  exclude_prefix: exclude,
}: {
  include_prefix: string;
  exclude_prefix: string;
}): (path: string) => boolean {
  const [included, excluded] = [split(include), split(exclude)];
  return (path) => (included.length === 0 || included.some((pattern) => fits(pattern, path))) && !excluded.some((pattern) => fits(pattern, path));
}
