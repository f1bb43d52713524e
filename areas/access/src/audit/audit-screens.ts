import type { RouteObject } from 'react-router';

/** The log of administrative changes. */
export const auditScreens: RouteObject[] = [{ path: '/admin/security/audit', lazy: async () => ({ Component: (await import('./audit-page.tsx')).AuditPage }) }];
