import type * as contract from '@packhouse/contract/distribution/distribution-compatible-routes.ts';
import type { Distribution } from '@packhouse/contract/distribution/distribution-routes.ts';
import type { Context } from '../context.ts';
import type { RunRow } from '../run/run-queries.ts';
import { toDistributions } from '../run/run-view.ts';

/** A target as existing clients name it. */
export const asTarget = (name: string) => ({ service_id: `jfrt@${name}`, name, type: 'artifactory' });

function toStatus(run: RunRow, distribution: Distribution): contract.CompatibleRunStatus {
  return {
    distribution_id: run.id,
    distribution_friendly_id: run.id,
    type: run.type === 'distribute' ? 'distribute' : 'delete_release_bundle_version',
    release_bundle_name: run.name,
    release_bundle_version: run.version,
    storing_repository: run.storing_repository,
    status: distribution.status,
    distribution_rules: run.rules.map((rule) => ({ ...rule })),
    sites: distribution.sites.map((site) => ({
      status: site.status,
      general_error: site.error ?? '',
      target_artifactory: asTarget(site.target),
      total_files: site.totalFiles,
      total_bytes: site.totalBytes,
      distributed_bytes: site.distributedBytes,
      distributed_files: site.distributedFiles,
      file_errors: [],
      files_in_progress: site.fileInProgress === undefined ? [] : [site.fileInProgress],
    })),
  };
}

/** How far runs are, with their targets. */
export async function toStatuses({ db }: Context, runs: readonly RunRow[]): Promise<contract.CompatibleRunStatus[]> {
  const distributions = await toDistributions(db, runs);
  return runs.map((run, at) => toStatus(run, distributions[at]!));
}
