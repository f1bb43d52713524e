import type { ReleaseBundleType } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { writeSearch } from '@packhouse/contract/repositories/search-query.ts';
import { type RouteObject, redirect } from 'react-router';

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

/** Command lines print where a release bundle goes through its life with names in the query: one version has a page, all of them a list. */
const lifecycle: RouteObject = {
  path: '/artifactory/lifecycle',
  loader({ request }) {
    const { searchParams } = new URL(request.url);
    const [name, version] = [searchParams.get('bundleName'), searchParams.get('releaseBundleVersion')];
    if (name && version) return redirect(releaseBundlePath({ name, version }));
    return redirect(`${paths.bundles}/source${name ? `?query=${word(writeSearch({ name, filters: {} }))}` : ''}`);
  },
};

/** Release bundles: the lists, one of them, the forms; and, for administrators, where they go and what signs them. */
export const distributionScreens: RouteObject[] = [
  { id: 'distribution.main', path: '/bundles/:activeTab?', lazy: list },
  { path: `${paths.bundles}/:activeTab`, lazy: list },
  lifecycle,
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
