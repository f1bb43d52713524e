import type { RouteObject } from 'react-router';

const list = async () => ({ Component: (await import('./retention-list-page.tsx')).RetentionListPage });

/** Retention policies: list, runs, new, edit. */
export const retentionScreens: RouteObject[] = [
  { path: '/admin/retention', lazy: list },
  { path: '/admin/retention/new', lazy: async () => ({ Component: (await import('./retention-form-page.tsx')).NewRetentionPage }) },
  { path: '/admin/retention/:id', lazy: async () => ({ Component: (await import('./retention-form-page.tsx')).EditRetentionPage }) },
];
