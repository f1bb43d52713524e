import type { RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';

const base = '/admin/repositories';

/** Where the repositories of the chosen project are listed. */
export const projectListPath = '/project/repositories';

export function listPath(repositoryClass?: RepositoryClass): string {
  return repositoryClass ? `${base}/${repositoryClass}` : base;
}

export function newPath(repositoryClass: RepositoryClass): string {
  return `${base}/${repositoryClass}/new`;
}

export function editPath({ class: repositoryClass, key }: { class: RepositoryClass; key: string }): string {
  return `${base}/${repositoryClass}/${encodeURIComponent(key)}/edit`;
}
