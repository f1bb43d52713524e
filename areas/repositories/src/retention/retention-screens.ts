import type { RouteObject } from 'react-router';

export const policyListPath = '/admin/retention';
/** Where the policies of the chosen project are, for its administrators. */
export const projectPolicyListPath = '/project/retention';

const ofProject = () => import('./retention-of-project.tsx');

/** Retention policies: list, runs, new, edit; of the platform, and of a project. */
export const retentionScreens: RouteObject[] = [
  { path: policyListPath, lazy: async () => ({ Component: (await import('./retention-list-page.tsx')).RetentionListPage }) },
  { path: `${policyListPath}/new`, lazy: async () => ({ Component: (await import('./retention-form-page.tsx')).NewRetentionPage }) },
  { path: `${policyListPath}/:id`, lazy: async () => ({ Component: (await import('./retention-form-page.tsx')).EditRetentionPage }) },
  { path: projectPolicyListPath, lazy: async () => ({ Component: (await ofProject()).ProjectRetentionListPage }) },
  { path: `${projectPolicyListPath}/new`, lazy: async () => ({ Component: (await ofProject()).NewProjectRetentionPage }) },
  { path: `${projectPolicyListPath}/:id`, lazy: async () => ({ Component: (await ofProject()).EditProjectRetentionPage }) },
];
