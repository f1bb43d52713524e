import type { ReleaseBundleType } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import type { RouteObject } from 'react-router';

const word = encodeURIComponent;

export const paths = {
  bundles: '/release-bundles',
  newBundle: '/release-bundles/source/new',
  targets: '/admin/distribution/targets',
  settings: '/admin/distribution/settings',
  newRepository: '/admin/distribution/settings?create=1',
} as const;

interface ReleaseBundlePlace {
  name: string;
  version: string;
}

/** The tab of an address; undefined where it names none. */
export function findTab(activeTab: string | undefined): ReleaseBundleType | undefined {
  return activeTab === 'source' || activeTab === 'target' ? activeTab : undefined;
}

export function releaseBundlePath({ name, version }: ReleaseBundlePlace, type: ReleaseBundleType = 'source'): string {
  return `${paths.bundles}/${type}/${word(name)}/${word(version)}`;
}

export function editReleaseBundlePath(place: ReleaseBundlePlace): string {
  return `${releaseBundlePath(place)}/edit`;
}

const list = async () => ({ Component: (await import('./release-bundles/release-bundle-list-page.tsx')).ReleaseBundleListPage });

/** Release bundles: the lists, one of them, the forms; and, for administrators, where they go and what signs them. */
export const distributionScreens: RouteObject[] = [
  { id: 'distribution.main', path: '/bundles/:activeTab?', lazy: list },
  { path: `${paths.bundles}/:activeTab`, lazy: list },
  { path: paths.newBundle, lazy: async () => ({ Component: (await import('./edit/release-bundle-form-page.tsx')).NewReleaseBundlePage }) },
  {
    path: `${paths.bundles}/:activeTab/:name/:version`,
    lazy: async () => ({ Component: (await import('./release-bundle/release-bundle-page.tsx')).ReleaseBundlePage }),
  },
  {
    path: `${paths.bundles}/source/:name/:version/edit`,
    lazy: async () => ({ Component: (await import('./edit/release-bundle-form-page.tsx')).EditReleaseBundlePage }),
  },
  { path: paths.targets, lazy: async () => ({ Component: (await import('./targets/target-list-page.tsx')).TargetListPage }) },
  { path: paths.settings, lazy: async () => ({ Component: (await import('./targets/settings-page.tsx')).SettingsPage }) },
];
