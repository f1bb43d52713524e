import type { RouteObject } from 'react-router';

export const policyListPath = '/security/policies';
export const newPolicyPath = `${policyListPath}/new`;
export const watchListPath = '/security/watches';
export const newWatchPath = `${watchListPath}/new`;
export const violationListPath = '/security/violations';
export const policyExceptionListPath = '/security/exceptions';

export const editPolicyPath = (name: string) => `${policyListPath}/edit/${encodeURIComponent(name)}`;
export const editWatchPath = (name: string) => `${watchListPath}/edit/${encodeURIComponent(name)}`;
export const violationPath = (id: string) => `${violationListPath}/${encodeURIComponent(id)}`;

/** Policies, watches, and what breaks them. */
export const governingScreens: RouteObject[] = [
  { path: policyListPath, lazy: async () => ({ Component: (await import('./policy-list-page.tsx')).PolicyListPage }) },
  { path: newPolicyPath, lazy: async () => ({ Component: (await import('./policy-form-page.tsx')).NewPolicyPage }) },
  { path: `${policyListPath}/edit/:policyName`, lazy: async () => ({ Component: (await import('./policy-form-page.tsx')).EditPolicyPage }) },
  { path: watchListPath, lazy: async () => ({ Component: (await import('./watch-list-page.tsx')).WatchListPage }) },
  { path: newWatchPath, lazy: async () => ({ Component: (await import('./watch-form-page.tsx')).NewWatchPage }) },
  { path: `${watchListPath}/edit/:watchName`, lazy: async () => ({ Component: (await import('./watch-form-page.tsx')).EditWatchPage }) },
  { path: violationListPath, lazy: async () => ({ Component: (await import('./violation-list-page.tsx')).ViolationListPage }) },
  { path: `${violationListPath}/:violationId`, lazy: async () => ({ Component: (await import('./violation-list-page.tsx')).ViolationListPage }) },
];
