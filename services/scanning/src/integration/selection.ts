import { pathMatches } from '@packhouse/kernel/access/path-pattern.ts';
import type { IntegrationRow } from './integration-queries.ts';

/** Whether a connection's rules choose a repository of this name, without anybody picking it. */
export function fitsSelection({ selects_all: all, selects }: Pick<IntegrationRow, 'selects_all' | 'selects'>, fullName: string): boolean {
  return all || selects.some((pattern) => pathMatches(pattern, fullName));
}
