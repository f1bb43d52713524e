import type { RouteObject } from 'react-router';

/** Users: list, new, edit. */
export const userScreens: RouteObject[] = [
  { path: '/admin/management', lazy: async () => ({ Component: (await import('./user-list-page.tsx')).ToUsers }) },
  { path: '/admin/management/users', lazy: async () => ({ Component: (await import('./user-list-page.tsx')).UserListPage }) },
  { path: '/admin/management/users/new', lazy: async () => ({ Component: (await import('./user-form-page.tsx')).NewUserPage }) },
  { path: '/admin/management/users/invite', lazy: async () => ({ Component: (await import('./invite-user-page.tsx')).InviteUserPage }) },
  { path: '/admin/management/users/:username/edit', lazy: async () => ({ Component: (await import('./user-form-page.tsx')).EditUserPage }) },
];
