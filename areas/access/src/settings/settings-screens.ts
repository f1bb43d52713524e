import type { RouteObject } from 'react-router';

/** How people get in. */
export const settingScreens: RouteObject[] = [
  { path: '/admin/security/settings', lazy: async () => ({ Component: (await import('./security-settings-page.tsx')).SecuritySettingsPage }) },
];
