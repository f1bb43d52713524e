import type { RouteObject } from 'react-router';

/** Name, address and looks of the installation. */
export const generalScreens: RouteObject[] = [
  { path: '/admin/configuration/general', lazy: async () => ({ Component: (await import('./general-page.tsx')).GeneralPage }) },
];
