import type { RouteObject } from 'react-router';

export const archivePath = '/artifactoryRetention/search';

/** What retention put away. */
export const archiveScreens: RouteObject[] = [
  {
    id: 'artifactory.retention.search_results',
    path: archivePath,
    lazy: async () => ({ Component: (await import('./archive-page.tsx')).ArchivePage }),
  },
];
