import type { RouteObject } from 'react-router';

/** How users of an Atlassian Crowd server sign in. */
export const crowdScreens: RouteObject[] = [
  { path: '/admin/security/crowd', lazy: async () => ({ Component: (await import('./crowd-settings-page.tsx')).CrowdSettingsPage }) },
];
