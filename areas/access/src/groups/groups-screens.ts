import type { RouteObject } from 'react-router';

/** Groups: list, new, edit. */
export const groupScreens: RouteObject[] = [
  { path: '/admin/management/groups', lazy: async () => ({ Component: (await import('./group-list-page.tsx')).GroupListPage }) },
  { path: '/admin/management/groups/new', lazy: async () => ({ Component: (await import('./group-form-page.tsx')).NewGroupPage }) },
  { path: '/admin/management/groups/:groupname/edit', lazy: async () => ({ Component: (await import('./group-form-page.tsx')).EditGroupPage }) },
];
