import type { RouteObject } from 'react-router';

export const policyListPath = '/admin/retention';
/** Where the policies of the chosen project are, for its administrators. */
export const projectPolicyListPath = '/project/retention';

const screensAt = (base: string): RouteObject[] => [
  { path: base, lazy: async () => ({ Component: (await import('./retention-list-page.tsx')).RetentionListPage }) },
  { path: `${base}/new`, lazy: async () => ({ Component: (await import('./retention-form-page.tsx')).NewRetentionPage }) },
  { path: `${base}/:id`, lazy: async () => ({ Component: (await import('./retention-form-page.tsx')).EditRetentionPage }) },
];

/** Retention policies: list, runs, new, edit; of the platform, and of a project. */
export const retentionScreens: RouteObject[] = [...screensAt(policyListPath), ...screensAt(projectPolicyListPath)];
