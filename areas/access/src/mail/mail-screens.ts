import type { RouteObject } from 'react-router';

/** How the platform sends mail. */
export const mailScreens: RouteObject[] = [
  { path: '/admin/security/mail', lazy: async () => ({ Component: (await import('./mail-settings-page.tsx')).MailSettingsPage }) },
];
