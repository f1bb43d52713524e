import type { RouteObject } from 'react-router';

export const customIssuesPath = '/admin/security/custom-issues';

/** Vulnerabilities that people here describe. */
export const issueScreens: RouteObject[] = [
  { path: customIssuesPath, lazy: async () => ({ Component: (await import('./issue-list-page.tsx')).IssueListPage }) },
];
