import type { RouteObject } from 'react-router';

export const userListPath = '/admin/management/users';
export const inviteUserPath = `${userListPath}/invite`;
export const newUserPath = `${userListPath}/new`;

export function editUserPath(name: string): string {
  return `${userListPath}/${encodeURIComponent(name)}/edit`;
}

/** Users: list, new, edit. */
export const userScreens: RouteObject[] = [
  { path: '/admin/management', lazy: async () => ({ Component: (await import('./user-list-page.tsx')).ToUsers }) },
  { id: 'users', path: userListPath, lazy: async () => ({ Component: (await import('./user-list-page.tsx')).UserListPage }) },
  { id: 'users.new', path: newUserPath, lazy: async () => ({ Component: (await import('./user-form-page.tsx')).NewUserPage }) },
  { path: inviteUserPath, lazy: async () => ({ Component: (await import('./invite-user-page.tsx')).InviteUserPage }) },
  {
    id: 'users.edit',
    path: `${userListPath}/:username/edit`,
    lazy: async () => ({ Component: (await import('./user-form-page.tsx')).EditUserPage }),
  },
];
