import type { RouteObject } from 'react-router';

/** Applications that act for users: all of them and a new one for administrators, one's own for everybody. */
export const applicationScreens: RouteObject[] = [
  { path: '/admin/configuration/integrations', lazy: async () => ({ Component: (await import('./application-list-page.tsx')).ApplicationListPage }) },
  { path: '/admin/configuration/integrations/new', lazy: async () => ({ Component: (await import('./new-application-page.tsx')).NewApplicationPage }) },
  { path: '/access/integrations', lazy: async () => ({ Component: (await import('./own-applications-page.tsx')).OwnApplicationsPage }) },
];
