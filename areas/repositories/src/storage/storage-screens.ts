import type { RouteObject } from 'react-router';

/** How storage is used. */
export const storageScreens: RouteObject[] = [
  { path: '/admin/monitoring/storage-summary', lazy: async () => ({ Component: (await import('./storage-summary-page.tsx')).StorageSummaryPage }) },
];
