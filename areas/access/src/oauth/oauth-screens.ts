import type { RouteObject } from 'react-router';

export const oauthListPath = '/admin/security/oauth';
export const newOauthPath = `${oauthListPath}/new`;

export function editOauthPath(name: string): string {
  return `${oauthListPath}/${encodeURIComponent(name)}/edit`;
}

/** Providers with OpenID Connect or OAuth: list, new, edit. */
export const oauthScreens: RouteObject[] = [
  { path: oauthListPath, lazy: async () => ({ Component: (await import('./oauth-list-page.tsx')).OauthListPage }) },
  { path: newOauthPath, lazy: async () => ({ Component: (await import('./oauth-form-page.tsx')).NewOauthPage }) },
  { path: `${oauthListPath}/:providername/edit`, lazy: async () => ({ Component: (await import('./oauth-form-page.tsx')).EditOauthPage }) },
];
