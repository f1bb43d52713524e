import { query, useSession } from '@packhouse/console-kit/console-kit.ts';
import { browseTree } from '@packhouse/contract/repositories/artifact-routes.ts';
import { queryPackages, queryVersions } from '@packhouse/contract/repositories/package-routes.ts';
import { isBuildRepository } from '@packhouse/contract/repository-keys.ts';
import { type ArtifactAlert, getArtifactAlert, listIgnoreRules } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { componentDetails, listIssues } from '@packhouse/contract/scanning/scanning-routes.ts';
import { useQuery } from '@tanstack/react-query';

export interface Place {
  repoKey: string;
  path: string;
}

/** These are known anew once something is ignored, or no longer. */
export const staleAfterIgnoring = [getArtifactAlert, componentDetails, listIssues, listIgnoreRules, browseTree, queryPackages, queryVersions];

/** Tells what scans found in a file; undefined where nothing scans, for what was not scanned, and until it is known. */
export function useAlert({ repoKey, path }: Place, isFile: boolean): ArtifactAlert | undefined {
  const { services } = useSession();
  // What a build did is no package: nothing is found in its document, and who reads it by a permission on builds would be told that it is not there.
  const isScanned = isFile && 'xray' in services && !isBuildRepository(repoKey);
  const { data } = useQuery({ ...query(getArtifactAlert, { query: { repoKey, path } }), enabled: isScanned });
  return data?.alert ?? undefined;
}

/** Where the findings of a file are told in full. */
export function findingsPath({ packageId, version }: Pick<ArtifactAlert, 'packageId' | 'version'>, ignored = false): string {
  return `/packages/${encodeURIComponent(packageId)}/${encodeURIComponent(version)}/security${ignored ? '?findings=ignored' : ''}`;
}
