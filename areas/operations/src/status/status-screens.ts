import type { RouteObject } from 'react-router';

/** How services and nodes are. */
export const statusScreens: RouteObject[] = [
  { path: '/admin/monitoring/service-status', lazy: async () => ({ Component: (await import('./service-status-page.tsx')).ServiceStatusPage }) },
  { path: '/admin/monitoring/pdn', lazy: async () => ({ Component: (await import('./peers-page.tsx')).PeersPage }) },
];
