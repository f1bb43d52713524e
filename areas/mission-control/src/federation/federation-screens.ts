import type { RouteObject } from 'react-router';

export const federationListPath = '/admin/mission_control/access_federation';
export const conflictsPath = `${federationListPath}/conflicts`;
/** Outside of the administration: it is for others, too. */
export const filtersPath = '/federation-filters';
export const meshPath = `${federationListPath}/mesh`;
export const newStarPath = `${federationListPath}/star`;
export const editStarPath = (federation: string) => `${newStarPath}/${encodeURIComponent(federation)}`;
export const editMeshPath = (federation: string) => `${meshPath}?federation=${encodeURIComponent(federation)}`;

/** What deployments share with each other. */
export const federationScreens: RouteObject[] = [
  { id: 'access_federation', path: federationListPath, lazy: async () => ({ Component: (await import('./federation-list-page.tsx')).FederationListPage }) },
  { id: 'access_federation.conflicts', path: conflictsPath, lazy: async () => ({ Component: (await import('./conflict-list-page.tsx')).ConflictListPage }) },
  { id: 'federation_filters', path: filtersPath, lazy: async () => ({ Component: (await import('./filter-list-page.tsx')).FilterListPage }) },
  { id: 'mesh_topology', path: meshPath, lazy: async () => ({ Component: (await import('./federation-form-page.tsx')).MeshPage }) },
  { id: 'star_topology.new', path: newStarPath, lazy: async () => ({ Component: (await import('./federation-form-page.tsx')).NewStarPage }) },
  {
    id: 'star_topology.edit',
    path: `${newStarPath}/:federationId`,
    lazy: async () => ({ Component: (await import('./federation-form-page.tsx')).EditStarPage }),
  },
];
