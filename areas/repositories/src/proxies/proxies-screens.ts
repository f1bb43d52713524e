import type { RouteObject } from 'react-router';
import { newProxyPath, proxyListPath } from './proxy-paths.ts';

/** Outgoing proxies: list, new, edit. */
export const proxyScreens: RouteObject[] = [
  { path: proxyListPath, lazy: async () => ({ Component: (await import('./proxy-list-page.tsx')).ProxyListPage }) },
  { path: newProxyPath, lazy: async () => ({ Component: (await import('./proxy-form-page.tsx')).NewProxyPage }) },
  { path: `${proxyListPath}/edit/:proxyName`, lazy: async () => ({ Component: (await import('./proxy-form-page.tsx')).EditProxyPage }) },
];
