import type { RouteObject } from 'react-router';

export const customIssuesPath = '/admin/security/custom-issues';
/** Those of the project that is chosen. */
export const projectIssuesPath = '/project/custom-issues';

/** Vulnerabilities that people here describe. */
export const issueScreens: RouteObject[] = [
  { path: customIssuesPath, lazy: async () => ({ Component: (await import('./issue-list-page.tsx')).IssueListPage }) },
  { path: projectIssuesPath, lazy: async () => ({ Component: (await import('./project-issue-page.tsx')).ProjectIssuePage }) },
];
