import type { RouteObject } from 'react-router';

/** Outgoing proxies: list, new, edit. */
export const proxyScreens: RouteObject[] = [
  { path: '/admin/proxies/configuration', lazy: async () => ({ Component: (await import('./proxy-list-page.tsx')).ProxyListPage }) },
  { path: '/admin/proxies/configuration/new', lazy: async () => ({ Component: (await import('./proxy-form-page.tsx')).NewProxyPage }) },
  { path: '/admin/proxies/configuration/edit/:proxyName', lazy: async () => ({ Component: (await import('./proxy-form-page.tsx')).EditProxyPage }) },
];
