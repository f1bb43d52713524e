import type { RouteObject } from 'react-router';

export const runnerListPath = '/admin/configuration/runners';

/** Runners: which there are, and the form for a new one beside them. */
export const runnerScreens: RouteObject[] = [
  { path: runnerListPath, lazy: async () => ({ Component: (await import('./runner-list-page.tsx')).RunnerListPage }) },
];
