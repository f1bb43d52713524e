import type { RouteObject } from 'react-router';

const pages: Record<string, RouteObject['lazy']> = {
  general: async () => ({ Component: (await import('./general-page.tsx')).GeneralPage }),
  members: async () => ({ Component: (await import('./members-page.tsx')).MembersPage }),
  groups: async () => ({ Component: (await import('./members-page.tsx')).GroupsPage }),
  roles: async () => ({ Component: (await import('./roles-page.tsx')).RolesPage }),
  repositories: async () => ({ Component: (await import('./repositories-page.tsx')).RepositoriesPage }),
  environments: async () => ({ Component: (await import('./environments-page.tsx')).EnvironmentsPage }),
};

/** Projects: list, new, and the settings of one, under Administration and under Project Settings. */
export const projectScreens: RouteObject[] = [
  { path: '/admin/projects/list', lazy: async () => ({ Component: (await import('./project-list-page.tsx')).ProjectListPage }) },
  { path: '/admin/projects/new', lazy: async () => ({ Component: (await import('./new-project-page.tsx')).NewProjectPage }) },
  { path: '/admin/projects/roles', lazy: async () => ({ Component: (await import('./global-roles-page.tsx')).GlobalRolesPage }) },
  { path: '/admin/projects/environments', lazy: async () => ({ Component: (await import('./global-environments-page.tsx')).GlobalEnvironmentsPage }) },
  ...(Object.entries(pages).flatMap(([tab, lazy]) => [
    { path: `/admin/projects/:key/${tab}`, lazy },
    { path: `/project/${tab}`, lazy },
  ]) as RouteObject[]),
];
