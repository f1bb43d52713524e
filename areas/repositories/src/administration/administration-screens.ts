import type { RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import type { RouteObject } from 'react-router';

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

/** Where the replications of a repository are. */
export function replicationsPath({ class: repositoryClass, key }: { class: RepositoryClass; key: string }): string {
  return `${base}/${repositoryClass}/${encodeURIComponent(key)}/replications`;
}

const list = async () => ({ Component: (await import('./repository-list-page.tsx')).RepositoryListPage });

/** Repository administration: list by class, new, edit; and new in a project, for its administrators. */
export const administrationScreens: RouteObject[] = [
  { path: base, lazy: list },
  { path: `${base}/:repositoryClass`, lazy: list },
  { path: `${base}/:repositoryClass/new`, lazy: async () => ({ Component: (await import('./new-repository-page.tsx')).NewRepositoryPage }) },
  {
    path: `${projectListPath}/new/:repositoryClass`,
    lazy: async () => ({ Component: (await import('./new-repository-page.tsx')).NewProjectRepositoryPage }),
  },
  {
    path: `${base}/:repositoryClass/:key/edit`,
    lazy: async () => ({ Component: (await import('./repository-form-page.tsx')).EditRepositoryPage }),
  },
];
