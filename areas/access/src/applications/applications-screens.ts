import type { RouteObject } from 'react-router';

export const applicationListPath = '/admin/configuration/integrations';
export const newApplicationPath = `${applicationListPath}/new`;

/** Applications that act for users: all of them and a new one for administrators, one's own for everybody. */
export const applicationScreens: RouteObject[] = [
  {
    id: 'admin.configuration.integrations',
    path: applicationListPath,
    lazy: async () => ({ Component: (await import('./application-list-page.tsx')).ApplicationListPage }),
  },
  {
    id: 'admin.configuration.integrations.new',
    path: newApplicationPath,
    lazy: async () => ({ Component: (await import('./new-application-page.tsx')).NewApplicationPage }),
  },
  { path: '/access/integrations', lazy: async () => ({ Component: (await import('./own-applications-page.tsx')).OwnApplicationsPage }) },
];
