import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import { type Announced, describeReleaseBundle } from '../release-bundle/announce.ts';
import type { DistributionSchema } from '../schema.ts';
import { selectTargetPlaces } from '../target/target-queries.ts';
import { lockRun, type RunRow, type SiteRow, selectSites } from './run-queries.ts';

type Tx = Transaction<DistributionSchema>;
type Run = Pick<RunRow, 'id' | 'type' | 'created_by'>;

/** Tells followers once how a run stands; each target tells those who watch. */
async function announceRun(
  { platform }: Context,
  tx: Tx,
  bundle: Announced,
  run: Run,
  { state, sites, message }: { state: string; sites: readonly Pick<SiteRow, 'target'>[]; message?: string | undefined },
): Promise<void> {
  const targets = await selectTargetPlaces(
    tx,
    sites.map(({ target }) => target),
  );
  await platform.outbox.publish(tx, {
    type: `distribution.${state}`,
    subject: String(run.id),
    data: {
      ...describeReleaseBundle(bundle),
      audience: 'followers',
      id: String(run.id),
      order: run.type,
      targets,
      by: run.created_by,
      ...(message === undefined ? {} : { message }),
    },
  });
}

export function announceStart(context: Context, tx: Tx, bundle: Announced, run: Run, targets: readonly string[]): Promise<void> {
  return announceRun(context, tx, bundle, run, { state: 'started', sites: targets.map((target) => ({ target })) });
}

/** Tells that a run has ended once its last target has. The run is held, so that of two targets that end at once the second sees the first. */
export async function announceEnd(context: Context, tx: Tx, bundle: Announced, runId: number, { isAborted = false } = {}): Promise<void> {
  const run = await lockRun(tx, runId);
  const sites = await selectSites(tx, [runId]);
  if (!run || sites.some((site) => site.finished_at === null)) return;
  const failed = sites.filter(({ status }) => status === 'Failed');
  const message = failed.length > 0 ? failed.map(({ target, error }) => `${target}: ${error ?? ''}`).join('\n') : undefined;
  await announceRun(context, tx, bundle, run, { state: isAborted ? 'aborted' : message === undefined ? 'completed' : 'failed', sites, message });
}
