import type { RouteObject } from 'react-router';

/** Permissions: list, create, edit. */
export const permissionScreens: RouteObject[] = [
  { path: '/admin/management/permissions', lazy: async () => ({ Component: (await import('./permission-list-page.tsx')).PermissionListPage }) },
  { path: '/admin/management/permissions/create', lazy: async () => ({ Component: (await import('./permission-form-page.tsx')).NewPermissionPage }) },
  { path: '/admin/management/permissions/:name/edit', lazy: async () => ({ Component: (await import('./permission-form-page.tsx')).EditPermissionPage }) },
];
