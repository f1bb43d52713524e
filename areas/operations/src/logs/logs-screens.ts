import type { RouteObject } from 'react-router';

/** The viewer of logs. */
export const logScreens: RouteObject[] = [
  { path: '/admin/monitoring/system_logs', lazy: async () => ({ Component: (await import('./system-logs-page.tsx')).SystemLogsPage }) },
];
