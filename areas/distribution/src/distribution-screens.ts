import type { RouteObject } from 'react-router';

const list = async () => ({ Component: (await import('./bundles/bundle-list-page.tsx')).BundleListPage });

/** Release bundles: the lists, one of them, the forms; and, for administrators, where they go and what signs them. */
export const distributionScreens: RouteObject[] = [
  { id: 'distribution.main', path: '/bundles/:activeTab?', lazy: list },
  { path: '/release-bundles/:activeTab', lazy: list },
  { path: '/release-bundles/source/new', lazy: async () => ({ Component: (await import('./edit/bundle-form-page.tsx')).NewBundlePage }) },
  { path: '/release-bundles/:activeTab/:name/:version', lazy: async () => ({ Component: (await import('./bundle/bundle-page.tsx')).BundlePage }) },
  { path: '/release-bundles/source/:name/:version/edit', lazy: async () => ({ Component: (await import('./edit/bundle-form-page.tsx')).EditBundlePage }) },
  { path: '/admin/distribution/targets', lazy: async () => ({ Component: (await import('./targets/target-list-page.tsx')).TargetListPage }) },
  { path: '/admin/distribution/settings', lazy: async () => ({ Component: (await import('./targets/settings-page.tsx')).SettingsPage }) },
];
