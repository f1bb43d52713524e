import type { ReleaseBundleType } from '@packhouse/contract/distribution/release-bundle-routes.ts';

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
