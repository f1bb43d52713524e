import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import { getPlace } from '../release-bundle/announce.ts';
import type { ReleaseBundleRow } from '../release-bundle/release-bundle-queries.ts';
import type { DistributionSchema, RunTable } from '../schema.ts';
import { announceEnd } from './run-events.ts';
import { failUnfinishedSites, type RunRow, type SiteRow, selectSite, updateUnfinishedSite } from './run-queries.ts';

/** A job does this at one target. */
export interface Work {
  site: SiteRow;
  run: RunRow;
  bundle: ReleaseBundleRow;
}

type Tx = Transaction<DistributionSchema>;
type ReleaseBundle = Pick<ReleaseBundleRow, 'id' | 'name' | 'version' | 'type' | 'bytes' | 'storing_repository'>;

/** Tells those who may read the bundle how far a target is. */
async function tell({ platform }: Context, tx: Tx, bundle: ReleaseBundle, site: SiteRow, status: SiteRow['status']): Promise<void> {
  await platform.outbox.publish(tx, {
    type: 'distribution.progress',
    subject: String(site.run_id),
    data: {
      ...getPlace(bundle),
      id: String(site.run_id),
      bundle: bundle.name,
      version: bundle.version,
      target: site.target,
      status,
      distributedFiles: site.sent_files,
      totalFiles: site.total_files,
    },
  });
}

/** Writes the change down and tells of it, together; false when the site is finished or gone, and then nothing is changed. */
export async function recordIn(context: Context, tx: Tx, { site, bundle }: Work, change: Parameters<typeof updateUnfinishedSite>[2]): Promise<boolean> {
  const changed = await updateUnfinishedSite(tx, site.id, change);
  if (changed) await tell(context, tx, bundle, changed, change.status ?? 'In progress');
  if (changed?.finished_at) await announceEnd(context, tx, bundle, changed.run_id);
  return changed !== undefined;
}

export function record(context: Context, work: Work, change: Parameters<typeof updateUnfinishedSite>[2]): Promise<boolean> {
  return context.db.transaction().execute((tx) => recordIn(context, tx, work, change));
}

export const superseded = ({ site }: Pick<Work, 'site'>) => new AppError(distributionWords.order_superseded, { target: site.target });

/** Of sending to a target and deleting from it the later order counts: the unfinished work of the other kind ends. */
export async function supersede(context: Context, tx: Tx, bundle: ReleaseBundle, type: RunTable['type'], targets: readonly string[]): Promise<void> {
  const ended = await failUnfinishedSites(tx, bundle.id, type, targets, say(distributionWords.order_replaced));
  for (const site of ended) await tell(context, tx, bundle, site, 'Failed');
  for (const runId of new Set(ended.map((site) => site.run_id))) await announceEnd(context, tx, bundle, runId, { isAborted: true });
}

/** Spares the target what was superseded since the job began; what is superseded later, the target knows by the time of the order. @throws AppError `conflict` */
export async function requireCurrent({ db }: Context, work: Work): Promise<void> {
  const now = await selectSite(db, work.site.id);
  if (!now || now.finished_at !== null) throw superseded(work);
}
