import type { IgnoreRuleRow } from './ignore-queries.ts';

/** Names a rule as people know it: by what it hides, and by its notes where it hides everything. */
export function nameRule({ filters, notes, uuid }: Pick<IgnoreRuleRow, 'filters' | 'notes' | 'uuid'>): string {
  const { vulnerabilities = [], cves = [], licenses = [] } = filters;
  const hidden = [...vulnerabilities, ...cves, ...licenses];
  return hidden.slice(0, 5).join(', ') || notes || uuid;
}

/** The file that a rule is about, which somebody asked for. */
export function findPlace({ filters: { artifacts: [about] = [] } }: Pick<IgnoreRuleRow, 'filters'>): { repository: string; path: string } {
  const folder = about?.path ?? '';
  const repository = folder.split('/', 1)[0]!;
  return { repository, path: `${folder.slice(repository.length + 1)}${about?.name ?? ''}` };
}
