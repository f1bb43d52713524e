import type { RouteObject } from 'react-router';

/** Applications that act for users: all of them and a new one for administrators, one's own for everybody. */
export const integrationScreens: RouteObject[] = [
  { path: '/admin/configuration/integrations', lazy: async () => ({ Component: (await import('./integration-list-page.tsx')).IntegrationListPage }) },
  { path: '/admin/configuration/integrations/new', lazy: async () => ({ Component: (await import('./new-integration-page.tsx')).NewIntegrationPage }) },
  { path: '/access/integrations', lazy: async () => ({ Component: (await import('./own-integrations-page.tsx')).OwnIntegrationsPage }) },
];
