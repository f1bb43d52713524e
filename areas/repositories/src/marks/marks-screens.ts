import type { RouteObject } from 'react-router';

export const marksPath = '/marks';

const lazy = async () => ({ Component: (await import('./mark-list-page.tsx')).MarkListPage });

/** These show what somebody likes and watches: all of it, or one of the two. */
export const markScreens: RouteObject[] = [
  { path: marksPath, lazy },
  { path: `${marksPath}/favourites`, lazy },
  { path: `${marksPath}/watches`, lazy },
];
