import type { RouteObject } from 'react-router';

export const indexedResourcesPath = '/admin/xray/indexed-resources';

/** Which repositories are scanned. */
export const indexingScreens: RouteObject[] = [
  { path: indexedResourcesPath, lazy: async () => ({ Component: (await import('./indexed-resources-page.tsx')).IndexedResourcesPage }) },
];
