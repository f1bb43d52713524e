import type { RouteObject } from 'react-router';

export const topologyPath = '/admin/mission_control/topology';

export function deploymentPath(id: string): string {
  return `${topologyPath}/${encodeURIComponent(id)}`;
}

/** Where platform deployments are, and how they are. */
export const topologyScreens: RouteObject[] = [
  { path: `${topologyPath}/:id?`, lazy: async () => ({ Component: (await import('./topology-page.tsx')).TopologyPage }) },
];
