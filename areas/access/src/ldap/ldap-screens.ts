import type { RouteObject } from 'react-router';

export const ldapPath = '/admin/security/ldap';
export const newServerPath = `${ldapPath}/servers/new`;
export const serverPath = (key: string) => `${ldapPath}/servers/${encodeURIComponent(key)}/edit`;
export const newGroupSettingPath = `${ldapPath}/groups/new`;
export const groupSettingPath = (key: string) => `${ldapPath}/groups/${encodeURIComponent(key)}/edit`;
export const importPath = (key: string) => `${ldapPath}/groups/${encodeURIComponent(key)}/import`;

/** Directories that users sign in with, and the groups in them. */
export const ldapScreens: RouteObject[] = [
  { path: ldapPath, lazy: async () => ({ Component: (await import('./ldap-page.tsx')).LdapPage }) },
  { path: newServerPath, lazy: async () => ({ Component: (await import('./server-form-page.tsx')).NewServerPage }) },
  { path: `${ldapPath}/servers/:key/edit`, lazy: async () => ({ Component: (await import('./server-form-page.tsx')).EditServerPage }) },
  { path: newGroupSettingPath, lazy: async () => ({ Component: (await import('./group-form-page.tsx')).NewGroupSettingPage }) },
  { path: `${ldapPath}/groups/:key/edit`, lazy: async () => ({ Component: (await import('./group-form-page.tsx')).EditGroupSettingPage }) },
  { path: `${ldapPath}/groups/:key/import`, lazy: async () => ({ Component: (await import('./import-page.tsx')).ImportPage }) },
];
