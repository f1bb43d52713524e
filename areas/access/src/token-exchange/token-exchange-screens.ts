import type { RouteObject } from 'react-router';

/** Exchange of tokens for CI: issuers, and one issuer with its rules. */
export const exchangeScreens: RouteObject[] = [
  { path: '/admin/security/oidc', lazy: async () => ({ Component: (await import('./issuer-list-page.tsx')).IssuerListPage }) },
  { path: '/admin/security/oidc/:issuer', lazy: async () => ({ Component: (await import('./issuer-page.tsx')).IssuerPage }) },
];
