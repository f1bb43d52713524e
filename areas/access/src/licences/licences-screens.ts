import type { RouteObject } from 'react-router';

/** The licences of the installation. */
export const licenceScreens: RouteObject[] = [
  { path: '/admin/license_management/licenses', lazy: async () => ({ Component: (await import('./licence-list-page.tsx')).LicenceListPage }) },
];
