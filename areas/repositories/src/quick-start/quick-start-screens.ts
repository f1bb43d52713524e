import type { RouteObject } from 'react-router';

export const quickStartScreens: RouteObject[] = [
  { path: '/quick-setup', lazy: async () => ({ Component: (await import('./quick-start-page.tsx')).QuickStartPage }) },
];
