import type { RouteObject } from 'react-router';

export const proxyListPath = '/admin/proxies/configuration';
export const newProxyPath = `${proxyListPath}/new`;

export function editProxyPath(key: string): string {
  return `${proxyListPath}/edit/${encodeURIComponent(key)}`;
}

/** Outgoing proxies: list, new, edit. */
export const proxyScreens: RouteObject[] = [
  { path: proxyListPath, lazy: async () => ({ Component: (await import('./proxy-list-page.tsx')).ProxyListPage }) },
  { path: newProxyPath, lazy: async () => ({ Component: (await import('./proxy-form-page.tsx')).NewProxyPage }) },
  { path: `${proxyListPath}/edit/:proxyName`, lazy: async () => ({ Component: (await import('./proxy-form-page.tsx')).EditProxyPage }) },
];
