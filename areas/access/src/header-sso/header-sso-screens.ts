import type { RouteObject } from 'react-router';

/** How users sign in through a proxy that names them in a header. */
export const headerSsoScreens: RouteObject[] = [
  { path: '/admin/security/header-sso', lazy: async () => ({ Component: (await import('./header-sso-page.tsx')).HeaderSsoPage }) },
];
