import type { RouteObject } from 'react-router';

/** The keys with which listings of repositories are signed. */
export const signingKeyScreens: RouteObject[] = [
  { path: '/admin/security/signing-keys', lazy: async () => ({ Component: (await import('./signing-keys-page.tsx')).SigningKeysPage }) },
];
