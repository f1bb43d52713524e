import type { RouteObject } from 'react-router';

/** These show what was deleted and can be put back. */
export const trashScreens: RouteObject[] = [{ path: '/admin/trash-can', lazy: async () => ({ Component: (await import('./trash-page.tsx')).TrashPage }) }];
