import type { RouteObject } from 'react-router';

/** The support zone. */
export const supportScreens: RouteObject[] = [
  { path: '/admin/support-zone', lazy: async () => ({ Component: (await import('./support-zone-page.tsx')).SupportZonePage }) },
];
