import type { DistributionTarget } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Context } from '../context.ts';
import type { TargetRow } from './target-queries.ts';

/** Targets as administrators see them: a paired deployment with the name and the address that it has now. */
export async function showTargets({ peers }: Context, rows: readonly TargetRow[]): Promise<DistributionTarget[]> {
  const deployments = rows.some(({ deployment }) => deployment !== null) ? ((await peers.trust?.list()) ?? []) : [];
  return rows.map((row) => {
    const found = deployments.find(({ id }) => id === row.deployment);
    return {
      name: row.name,
      url: found?.url ?? row.url,
      site: row.site,
      city: row.city,
      country: row.country,
      allowPrivate: row.allow_private,
      ...(row.deployment === null ? {} : { deployment: found?.name ?? row.deployment }),
      createdAt: row.created_at.toISOString(),
      createdBy: row.created_by,
      modifiedAt: row.modified_at.toISOString(),
    };
  });
}

export async function showTarget(context: Context, row: TargetRow): Promise<DistributionTarget> {
  return (await showTargets(context, [row]))[0]!;
}

export const auditable = ({ url, site, city, country, allow_private: allowPrivate, deployment }: TargetRow) => ({
  url,
  site,
  city,
  country,
  allowPrivate,
  ...(deployment === null ? {} : { deployment }),
});

export function targetExists(name: string): AppError {
  const said = say(distributionWords.target_exists, { name });
  return new AppError('already_exists', { said, detail: [{ path: 'name', ...said }] });
}
