import { isVisible, query, useSession } from '@packhouse/console-kit/console-kit.ts';
import { distributionLicences } from '@packhouse/contract/access/licence-types.ts';
import { listReleaseBundles, type ReleaseBundleSummary, releaseBundlesOfChecksum } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { useQueries, useQuery } from '@tanstack/react-query';

/** So many names are looked at; a file in more release bundles is rare, and each costs a question. */
const mostNames = 5;

/** Whether release bundles can be made and sent here at all. */
export function useCanDistribute(): boolean {
  return isVisible({ role: 'user', service: 'distribution', licence: distributionLicences }, useSession());
}

/** Release bundles with a file of this SHA-256 that were distributed from here. */
export function useDistributed(sha256: string | undefined): readonly ReleaseBundleSummary[] {
  const enabled = useCanDistribute() && sha256 !== undefined;
  const found = useQuery({ ...query(releaseBundlesOfChecksum, { params: { checksum: sha256 ?? '' }, query: {} }), enabled });
  const named = enabled && !found.isPlaceholderData ? (found.data?.data.data ?? []) : [];
  const names = [...new Set(named.map(({ name }) => name))].slice(0, mostNames);
  const lists = useQueries({ queries: names.map((name) => query(listReleaseBundles, { query: { type: 'source', name, limit: 100 } })) });
  return lists
    .flatMap(({ data }) => data?.items ?? [])
    .filter((bundle) => bundle.status !== 'Not distributed' && named.some(({ name, version }) => name === bundle.name && version === bundle.version));
}
