import type { RouteObject } from 'react-router';

export const overviewPath = '/security/overview';

/** How things stand. */
export const overviewScreens: RouteObject[] = [
  { path: overviewPath, lazy: async () => ({ Component: (await import('./security-overview-page.tsx')).SecurityOverviewPage }) },
];
