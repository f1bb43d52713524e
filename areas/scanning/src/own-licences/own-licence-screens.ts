import type { RouteObject } from 'react-router';

export const ownLicencesPath = '/admin/security/licences';

/** Licences that people here describe. */
export const ownLicenceScreens: RouteObject[] = [
  { path: ownLicencesPath, lazy: async () => ({ Component: (await import('./own-licence-list-page.tsx')).OwnLicenceListPage }) },
];
