import type { RouteObject } from 'react-router';

/** The web server in front of the platform. */
export const webServerScreens: RouteObject[] = [
  { path: '/admin/proxies/web-server', lazy: async () => ({ Component: (await import('./web-server-page.tsx')).WebServerPage }) },
];
