import type { RouteObject } from 'react-router';
import { policyExceptionListPath } from '../governing/governing-screens.ts';

/** What people asked policies to let by, and what was decided. */
export const policyExceptionScreens: RouteObject[] = [
  { path: policyExceptionListPath, lazy: async () => ({ Component: (await import('./exception-list-page.tsx')).PolicyExceptionListPage }) },
];
