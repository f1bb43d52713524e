import type { RouteObject } from 'react-router';
import { secretListPath } from '../runner-paths.ts';

/** Secrets that commands are given, and the form for one beside them. */
export const secretScreens: RouteObject[] = [
  { path: secretListPath, lazy: async () => ({ Component: (await import('./secret-list-page.tsx')).SecretListPage }) },
];
