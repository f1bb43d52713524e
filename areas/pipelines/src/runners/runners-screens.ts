import type { RouteObject } from 'react-router';
import { runnerListPath } from '../runner-paths.ts';

/** Runners: which there are, and the form for a new one beside them. */
export const runnerScreens: RouteObject[] = [
  { path: runnerListPath, lazy: async () => ({ Component: (await import('./runner-list-page.tsx')).RunnerListPage }) },
];
