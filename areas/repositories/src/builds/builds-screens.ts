import type { RouteObject } from 'react-router';

const build = async () => ({ Component: (await import('./build-page.tsx')).BuildPage });

/** Builds: the list, the runs of one, and a run with what it used and made. */
export const buildScreens: RouteObject[] = [
  { path: '/builds', lazy: async () => ({ Component: (await import('./build-list-page.tsx')).BuildListPage }) },
  { path: '/builds/:name', lazy: async () => ({ Component: (await import('./build-runs-page.tsx')).BuildRunsPage }) },
  { path: '/builds/:name/:number/:started/compare', lazy: async () => ({ Component: (await import('./compare-page.tsx')).ComparePage }) },
  { path: '/builds/:name/:number', lazy: build },
  { path: '/builds/:name/:number/:started/:view', lazy: build },
];
