import type { RouteObject } from 'react-router';

const list = async () => ({ Component: (await import('./repository-list-page.tsx')).RepositoryListPage });

/** Repository administration: list by class, new, edit; and new in a project, for its administrators. */
export const administrationScreens: RouteObject[] = [
  { path: '/admin/repositories', lazy: list },
  { path: '/admin/repositories/:repositoryClass', lazy: list },
  { path: '/admin/repositories/:repositoryClass/new', lazy: async () => ({ Component: (await import('./new-repository-page.tsx')).NewRepositoryPage }) },
  {
    path: '/project/repositories/new/:repositoryClass',
    lazy: async () => ({ Component: (await import('./new-repository-page.tsx')).NewProjectRepositoryPage }),
  },
  {
    path: '/admin/repositories/:repositoryClass/:key/edit',
    lazy: async () => ({ Component: (await import('./repository-form-page.tsx')).EditRepositoryPage }),
  },
];
