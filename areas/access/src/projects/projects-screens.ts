import type { RouteObject } from 'react-router';

export const projectListPath = '/admin/projects/list';
/** Where administrators find what every project has. */
export const globalPath = (part: 'roles' | 'environments') => `/admin/projects/${part}`;
export const newProjectPath = '/admin/projects/new';

export const projectTabs = ['general', 'members', 'groups', 'roles', 'repositories', 'environments', 'trends'] as const;
export type ProjectTab = (typeof projectTabs)[number];

/** Where administrators find a part of a project. */
export function projectPath(key: string, tab: ProjectTab = 'general'): string {
  return `/admin/projects/${encodeURIComponent(key)}/${tab}`;
}

const pages: Record<string, RouteObject['lazy']> = {
  general: async () => ({ Component: (await import('./general-page.tsx')).GeneralPage }),
  members: async () => ({ Component: (await import('./members-page.tsx')).MembersPage }),
  groups: async () => ({ Component: (await import('./members-page.tsx')).GroupsPage }),
  roles: async () => ({ Component: (await import('./roles-page.tsx')).RolesPage }),
  repositories: async () => ({ Component: (await import('./repositories-page.tsx')).RepositoriesPage }),
  environments: async () => ({ Component: (await import('./environments-page.tsx')).EnvironmentsPage }),
  trends: async () => ({ Component: (await import('./trends-page.tsx')).TrendsPage }),
};

/** Projects: list, new, and the settings of one, under Administration and under Project Settings. */
export const projectScreens: RouteObject[] = [
  { path: projectListPath, lazy: async () => ({ Component: (await import('./project-list-page.tsx')).ProjectListPage }) },
  { path: newProjectPath, lazy: async () => ({ Component: (await import('./new-project-page.tsx')).NewProjectPage }) },
  { path: globalPath('roles'), lazy: async () => ({ Component: (await import('./global-roles-page.tsx')).GlobalRolesPage }) },
  { path: globalPath('environments'), lazy: async () => ({ Component: (await import('./global-environments-page.tsx')).GlobalEnvironmentsPage }) },
  ...(Object.entries(pages).flatMap(([tab, lazy]) => [
    { path: `/admin/projects/:key/${tab}`, lazy },
    { path: `/project/${tab}`, lazy },
  ]) as RouteObject[]),
];
