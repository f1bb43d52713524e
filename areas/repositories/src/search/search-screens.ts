import type { RouteObject } from 'react-router';

/** These show what searches for artifacts have found. */
export const searchScreens: RouteObject[] = [
  { path: '/artifactSearchResults', lazy: async () => ({ Component: (await import('./artifact-results-page.tsx')).ArtifactResultsPage }) },
];
