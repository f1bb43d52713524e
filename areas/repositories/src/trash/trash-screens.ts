import type { RouteObject } from 'react-router';

/** What was deleted and can be put back. */
export const trashScreens: RouteObject[] = [{ path: '/admin/trash-can', lazy: async () => ({ Component: (await import('./trash-page.tsx')).TrashPage }) }];
