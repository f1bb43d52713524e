import type { RouteObject } from 'react-router';

export const permissionListPath = '/admin/management/permissions';
export const newPermissionPath = `${permissionListPath}/create`;

export function editPermissionPath(name: string): string {
  return `${permissionListPath}/${encodeURIComponent(name)}/edit`;
}

/** Permissions: list, create, edit. */
export const permissionScreens: RouteObject[] = [
  { path: permissionListPath, lazy: async () => ({ Component: (await import('./permission-list-page.tsx')).PermissionListPage }) },
  { path: newPermissionPath, lazy: async () => ({ Component: (await import('./permission-form-page.tsx')).NewPermissionPage }) },
  { path: `${permissionListPath}/:name/edit`, lazy: async () => ({ Component: (await import('./permission-form-page.tsx')).EditPermissionPage }) },
];
