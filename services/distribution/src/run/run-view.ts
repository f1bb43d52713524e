import type { Distribution, DistributionSite } from '@packhouse/contract/distribution/distribution-routes.ts';
import type { DistributionStatus } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import type { Db } from '../schema.ts';
import { type RunRow, type SiteRow, selectSites } from './run-queries.ts';

/** A run is as far as its slowest target, and failed when one of them has. */
function readStatus(sites: readonly Pick<SiteRow, 'status'>[]): DistributionStatus {
  const has = (status: SiteRow['status']) => sites.some((site) => site.status === status);
  if (has('In progress') || (has('In queue') && has('Completed'))) return 'In progress';
  if (has('In queue')) return 'In queue';
  return has('Failed') ? 'Failed' : 'Completed';
}

const toSite = (row: SiteRow): DistributionSite => ({
  target: row.target,
  status: row.status,
  ...(row.error === null ? {} : { error: row.error, said: { message: row.error, ...row.said } }),
  totalFiles: row.total_files,
  totalBytes: row.total_bytes,
  distributedFiles: row.sent_files,
  distributedBytes: row.sent_bytes,
  ...(row.file_in_progress === null ? {} : { fileInProgress: row.file_in_progress }),
  attempts: row.attempts,
  ...(row.finished_at === null ? {} : { finishedAt: row.finished_at.toISOString() }),
});

function toDistribution(run: RunRow, sites: readonly SiteRow[]): Distribution {
  const finished = sites.map(({ finished_at: at }) => at).filter((at) => at !== null);
  const last = finished.length === sites.length ? finished.sort((a, b) => b.getTime() - a.getTime())[0] : undefined;
  return {
    id: String(run.id),
    type: run.type,
    name: run.name,
    version: run.version,
    status: readStatus(sites),
    createdAt: run.created_at.toISOString(),
    createdBy: run.created_by,
    ...(last ? { finishedAt: last.toISOString() } : {}),
    sites: sites.map(toSite),
  };
}

/** Runs with their sites. */
export async function toDistributions(db: Db, runs: readonly RunRow[]): Promise<Distribution[]> {
  const sites = Map.groupBy(
    await selectSites(
      db,
      runs.map(({ id }) => id),
    ),
    (site) => site.run_id,
  );
  return runs.map((run) => toDistribution(run, sites.get(run.id) ?? []));
}
