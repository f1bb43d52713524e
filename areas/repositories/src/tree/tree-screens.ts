import type { RouteObject } from 'react-router';

const lazy = async () => ({ Component: (await import('./tree-page.tsx')).TreePage });

/** The repository tree; the place is the rest of the address. */
export const treeScreens: RouteObject[] = [
  { path: '/repos/tree', lazy },
  { path: '/repos/tree/:repoKey/*', lazy },
];
