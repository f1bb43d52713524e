import { type RouteObject, redirect } from 'react-router';

/** Command lines print these addresses when they have had something scanned. */
export const deepLinks: RouteObject[] = [
  { path: '/onDemandScanning', loader: () => redirect('/scans-list') },
  // What was found in a build stands with its run.
  { path: '/scans-list/builds-scans/*', loader: () => redirect('/builds') },
  {
    path: '/scans-list/repositories/:repository/scan-descendants/*',
    loader: ({ params: { '*': artifact = '' } }) => redirect(`/scans-list?search=${encodeURIComponent(artifact.slice(artifact.lastIndexOf('/') + 1))}`),
  },
];
