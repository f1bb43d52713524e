import type { RouteObject } from 'react-router';

/** Search over what was scanned, and where advisories come from. */
export const scanningScreens: RouteObject[] = [
  { path: '/xray/search', lazy: async () => ({ Component: (await import('./search/security-search-page.tsx')).SecuritySearchPage }) },
  { path: '/admin/security/advisory-sources', lazy: async () => ({ Component: (await import('./sources/source-list-page.tsx')).SourceListPage }) },
];
