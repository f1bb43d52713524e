import type { RouteObject } from 'react-router';

const list = async () => ({ Component: (await import('./repository-list-page.tsx')).RepositoryListPage });

/** Repository administration: list by class, new, edit. */
export const administrationScreens: RouteObject[] = [
  { path: '/admin/repositories', lazy: list },
  { path: '/admin/repositories/:repositoryClass', lazy: list },
  { path: '/admin/repositories/:repositoryClass/new', lazy: async () => ({ Component: (await import('./repository-form-page.tsx')).NewRepositoryPage }) },
  {
    path: '/admin/repositories/:repositoryClass/:key/edit',
    lazy: async () => ({ Component: (await import('./repository-form-page.tsx')).EditRepositoryPage }),
  },
];
