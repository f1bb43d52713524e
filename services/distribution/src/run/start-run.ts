import type { Distribution } from '@packhouse/contract/distribution/distribution-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { audit } from '../release-bundle/announce.ts';
import { authoriseSomeTarget, authoriseTargets } from '../release-bundle/destination.ts';
import { type Doer, missing, type Place } from '../release-bundle/release-bundle.ts';
import { lockReleaseBundle, type ReleaseBundleRow, selectReleaseBundle, selectSigned } from '../release-bundle/release-bundle-queries.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';
import { makeReach } from '../target/reach.ts';
import { needTarget, type TargetRow } from '../target/target-queries.ts';
import { announceStart } from './run-events.ts';
import { insertRun, insertSites, selectRun } from './run-queries.ts';
import { toDistributions } from './run-view.ts';
import { offer, probeWithdrawal } from './send-release-bundle.ts';
import { queueSite } from './site-job.ts';
import { supersede } from './site-progress.ts';

export interface RunOrder {
  type: 'distribute' | 'delete';
  targets: readonly string[];
  createRepositories?: boolean;
  onSuccess?: 'keep' | 'delete';
  dryRun: boolean;
  /** As the client gave them. */
  rules?: readonly Record<string, unknown>[];
}

const auditActions = { distribute: 'release-bundle.distributed', delete: 'release-bundle.deleted-from-targets' };

async function needSigned({ db }: Context, place: Place): Promise<ReleaseBundleRow> {
  const found = await selectReleaseBundle(db, place.name, place.version);
  const row = found?.type === 'source' ? await selectSigned(db, found.id) : undefined;
  if (!row) throw missing(place);
  if (row.state !== 'SIGNED') throw new AppError(distributionWords.bundle_unsigned, { name: row.name, version: row.version });
  return row;
}

/** Tells what each target says beforehand; nothing is kept. */
async function tryOut(context: Context, bundle: ReleaseBundleRow, order: RunOrder, doer: Doer): Promise<Distribution> {
  const sites = await Promise.all(
    order.targets.map(async (name): Promise<Distribution['sites'][number]> => {
      const figures = { totalFiles: bundle.files, totalBytes: bundle.bytes, distributedFiles: 0, distributedBytes: 0, attempts: 0 };
      try {
        const reach = await makeReach(context, await needTarget(context.db, name));
        if (order.type === 'delete') await probeWithdrawal(context, bundle, reach);
        else await offer(context, bundle, reach, { createRepositories: order.createRepositories === true, dryRun: true });
        return { target: name, status: 'Not distributed', ...figures };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { target: name, status: 'Failed', error: error.message, said: saidBy(error), ...figures };
      }
    }),
  );
  const hasFailed = sites.some(({ status }) => status === 'Failed');
  const { name, version } = bundle;
  return {
    id: '0',
    type: order.type,
    name,
    version,
    status: hasFailed ? 'Failed' : 'Not distributed',
    createdAt: new Date().toISOString(),
    createdBy: doer.actor.name,
    sites,
  };
}

/** Sends a signed version to targets, or has them delete it: one job for each. */
export async function startRun(context: Context, place: Place, order: RunOrder, doer: Doer): Promise<Distribution> {
  const { db } = context;
  authoriseSomeTarget(doer.actor, place, order.type);
  if (order.onSuccess === 'delete') authorise(doer.actor, 'delete', releaseBundleResource(place.name, place.version));
  const bundle = await needSigned(context, place);
  const targets = [...new Set(order.targets)];
  const chosen: TargetRow[] = [];
  for (const name of targets) chosen.push(await needTarget(db, name));
  authoriseTargets(doer.actor, place, order.type, chosen);
  if (order.type === 'distribute') await context.peers.admitReleaseBundle?.(place, 'distribution');
  if (order.dryRun) return tryOut(context, bundle, { ...order, targets }, doer);
  const id = await db.transaction().execute(async (tx) => {
    // Orders for one bundle come one after another, so that it is clear which is the later.
    if ((await lockReleaseBundle(tx, bundle.name, bundle.version))?.id !== bundle.id) throw missing(place);
    await supersede(context, tx, bundle, order.type === 'delete' ? 'distribute' : 'delete', targets);
    const run = await insertRun(tx, {
      bundle_id: bundle.id,
      type: order.type,
      auto_create: order.createRepositories === true,
      on_success: order.onSuccess ?? 'keep',
      rules: JSON.stringify(order.rules ?? []),
      created_by: doer.actor.name,
    });
    const figures = { total_files: bundle.files, total_bytes: bundle.bytes };
    const sites = await insertSites(
      tx,
      targets.map((target) => ({ run_id: run.id, target, ...figures })),
    );
    await announceStart(context, tx, bundle, { id: run.id, type: order.type, created_by: doer.actor.name }, targets);
    for (const site of sites) await queueSite(context, site.id, { transaction: tx });
    const after = { targets, ...(order.onSuccess ? { onSuccess: order.onSuccess } : {}) };
    await audit(context, tx, doer, auditActions[order.type], `${place.name}/${place.version}`, { after });
    return run.id;
  });
  const run = await selectRun(db, id);
  const [distribution] = run ? await toDistributions(db, [run]) : [];
  if (!distribution) throw missing(place);
  return distribution;
}
