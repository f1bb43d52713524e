import type { RouteObject } from 'react-router';

export const vexListPath = '/security/vex';
const vexIssuersPath = '/admin/security/vex-issuers';
export const vexPath = (id: string) => `${vexListPath}/${encodeURIComponent(id)}`;

/** What others say of vulnerabilities, and whom of them is believed. */
export const vexScreens: RouteObject[] = [
  { path: vexListPath, lazy: async () => ({ Component: (await import('./vex-list-page.tsx')).VexListPage }) },
  { path: `${vexListPath}/:vexId`, lazy: async () => ({ Component: (await import('./vex-list-page.tsx')).VexListPage }) },
  { path: vexIssuersPath, lazy: async () => ({ Component: (await import('./issuer-list-page.tsx')).IssuerListPage }) },
];
