import type { RouteObject } from 'react-router';

export const policyListPath = '/admin/retention';
export const newPolicyPath = `${policyListPath}/new`;
export const editPolicyPath = (id: number) => `${policyListPath}/${id}`;

const list = async () => ({ Component: (await import('./retention-list-page.tsx')).RetentionListPage });

/** Retention policies: list, runs, new, edit. */
export const retentionScreens: RouteObject[] = [
  { path: policyListPath, lazy: list },
  { path: newPolicyPath, lazy: async () => ({ Component: (await import('./retention-form-page.tsx')).NewRetentionPage }) },
  { path: `${policyListPath}/:id`, lazy: async () => ({ Component: (await import('./retention-form-page.tsx')).EditRetentionPage }) },
];
