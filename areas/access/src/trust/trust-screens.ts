import type { RouteObject } from 'react-router';

export const trustListPath = '/admin/security/trusted-deployments';

/** The deployments that this one trusts. */
export const trustScreens: RouteObject[] = [{ path: trustListPath, lazy: async () => ({ Component: (await import('./trust-list-page.tsx')).TrustListPage }) }];
