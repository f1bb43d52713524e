import type { RouteObject } from 'react-router';

const lazy = async () => ({ Component: (await import('./set-me-up-page.tsx')).SetMeUpPage });

export const setMeUpScreens: RouteObject[] = [
  { path: '/set-me-up', lazy },
  { path: '/set-me-up/:repoKey', lazy },
];
