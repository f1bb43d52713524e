import type { RouteObject } from 'react-router';

/** Where platform deployments are, and how they are. */
export const topologyScreens: RouteObject[] = [
  { path: '/admin/mission_control/topology/:id?', lazy: async () => ({ Component: (await import('./topology-page.tsx')).TopologyPage }) },
];
