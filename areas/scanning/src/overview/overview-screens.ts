import type { RouteObject } from 'react-router';

/** How things stand. */
export const overviewScreens: RouteObject[] = [
  { path: '/security/overview', lazy: async () => ({ Component: (await import('./security-overview-page.tsx')).SecurityOverviewPage }) },
];
