import type { RouteObject } from 'react-router';

/** What the garbage collection does and did. */
export const garbageScreens: RouteObject[] = [
  { path: '/admin/monitoring/garbage-collection', lazy: async () => ({ Component: (await import('./garbage-page.tsx')).GarbagePage }) },
];
