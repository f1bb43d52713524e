import type { RouteObject } from 'react-router';

/** Access tokens: everybody's for administrators, one's own for all. */
export const tokenScreens: RouteObject[] = [
  { path: '/admin/management/tokens', lazy: async () => ({ Component: (await import('./token-list-page.tsx')).AllTokensPage }) },
  { path: '/access/tokens', lazy: async () => ({ Component: (await import('./token-list-page.tsx')).OwnTokensPage }) },
  { path: '/access', lazy: async () => ({ Component: (await import('./token-list-page.tsx')).ToOwnTokens }) },
];
