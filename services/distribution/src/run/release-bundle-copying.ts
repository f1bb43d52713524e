import type { Copying } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { Context } from '../context.ts';
import { selectTargets } from '../target/target-queries.ts';
import { selectLastSites } from './last-runs-queries.ts';

const statuses = { Completed: 'Succeeded', Failed: 'Failed', 'In queue': 'Not Run', 'In progress': 'Not Run' } as const;

/** Targets of release bundles, and how the last run went that was for each of them. */
export async function listReleaseBundleCopying({ db }: Pick<Context, 'db'>): Promise<Copying[]> {
  const [targets, last] = await Promise.all([selectTargets(db), selectLastSites(db)]);
  return targets.map(({ name, url }) => {
    const site = last.get(name);
    const error = site?.status === 'Failed' && site.error !== null ? { message: site.error, ...site.said } : null;
    return {
      what: 'release-bundles',
      name,
      direction: 'push',
      url,
      status: site ? statuses[site.status] : 'Not Run',
      lastAt: site?.finished_at?.toISOString() ?? null,
      error,
    };
  });
}
