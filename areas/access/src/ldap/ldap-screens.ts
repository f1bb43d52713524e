import type { RouteObject } from 'react-router';

/** Directories that users sign in with, and the groups in them. */
export const ldapScreens: RouteObject[] = [
  { path: '/admin/security/ldap', lazy: async () => ({ Component: (await import('./ldap-page.tsx')).LdapPage }) },
  { path: '/admin/security/ldap/servers/new', lazy: async () => ({ Component: (await import('./server-form-page.tsx')).NewServerPage }) },
  { path: '/admin/security/ldap/servers/:key/edit', lazy: async () => ({ Component: (await import('./server-form-page.tsx')).EditServerPage }) },
  { path: '/admin/security/ldap/groups/new', lazy: async () => ({ Component: (await import('./group-form-page.tsx')).NewGroupSettingPage }) },
  { path: '/admin/security/ldap/groups/:key/edit', lazy: async () => ({ Component: (await import('./group-form-page.tsx')).EditGroupSettingPage }) },
  { path: '/admin/security/ldap/groups/:key/import', lazy: async () => ({ Component: (await import('./import-page.tsx')).ImportPage }) },
];
