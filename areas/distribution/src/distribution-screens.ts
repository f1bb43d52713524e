import type { RouteObject } from 'react-router';

const list = async () => ({ Component: (await import('./release-bundles/release-bundle-list-page.tsx')).ReleaseBundleListPage });

/** Release bundles: the lists, one of them, the forms; and, for administrators, where they go and what signs them. */
export const distributionScreens: RouteObject[] = [
  { id: 'distribution.main', path: '/bundles/:activeTab?', lazy: list },
  { path: '/release-bundles/:activeTab', lazy: list },
  { path: '/release-bundles/source/new', lazy: async () => ({ Component: (await import('./edit/release-bundle-form-page.tsx')).NewReleaseBundlePage }) },
  {
    path: '/release-bundles/:activeTab/:name/:version',
    lazy: async () => ({ Component: (await import('./release-bundle/release-bundle-page.tsx')).ReleaseBundlePage }),
  },
  {
    path: '/release-bundles/source/:name/:version/edit',
    lazy: async () => ({ Component: (await import('./edit/release-bundle-form-page.tsx')).EditReleaseBundlePage }),
  },
  { path: '/admin/distribution/targets', lazy: async () => ({ Component: (await import('./targets/target-list-page.tsx')).TargetListPage }) },
  { path: '/admin/distribution/settings', lazy: async () => ({ Component: (await import('./targets/settings-page.tsx')).SettingsPage }) },
];
