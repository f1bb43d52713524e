import type { RouteObject } from 'react-router';

/** Providers with OpenID Connect or OAuth: list, new, edit. */
export const oauthScreens: RouteObject[] = [
  { path: '/admin/security/oauth', lazy: async () => ({ Component: (await import('./oauth-list-page.tsx')).OauthListPage }) },
  { path: '/admin/security/oauth/new', lazy: async () => ({ Component: (await import('./oauth-form-page.tsx')).NewOauthPage }) },
  { path: '/admin/security/oauth/:providername/edit', lazy: async () => ({ Component: (await import('./oauth-form-page.tsx')).EditOauthPage }) },
];
