import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import * as contract from '@packhouse/contract/distribution/lifecycle-compatible-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { needReleaseBundle } from '../release-bundle/release-bundle.ts';
import { type RunRow, selectRun, selectRuns } from '../run/run-queries.ts';
import { toDistributions } from '../run/run-view.ts';
import { requireNoProject, requireStore } from './lifecycle-place.ts';
import { mostRuns, start } from './run-routes.ts';
import { toStatuses } from './run-status.ts';

async function toTrackers(context: Context, runs: readonly RunRow[]): Promise<contract.LifecycleTracker[]> {
  const distributions = await toDistributions(context.db, runs);
  return runs.map((run, at) => {
    const { status, createdAt, finishedAt, sites } = distributions[at]!;
    return {
      distribution_tracker_friendly_id: run.id,
      type: run.type === 'distribute' ? 'distribute' : 'delete_release_bundle_version',
      release_bundle_name: run.name,
      release_bundle_version: run.version,
      storing_repository: run.storing_repository,
      status: status === 'Completed' ? 'COMPLETED' : status === 'Failed' ? 'FAILED' : 'IN_PROGRESS',
      distributed_by: run.created_by,
      created: createdAt,
      start_time: createdAt,
      ...(finishedAt === undefined ? {} : { finish_time: finishedAt }),
      targets: sites.map(({ target }) => target),
    };
  });
}

/** Sending release bundles and having them deleted, in the words of their second version. */
export function lifecycleRunRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.distributeLifecycleReleaseBundle, async ({ params, query, body }, call) => {
    requireNoProject(query);
    requireStore(query.repository_key, await needReleaseBundle(context, call.actor, params, 'source'));
    if (body.modifications?.mappings?.length) throw new AppError(distributionWords.not_obeyed, { field: 'modifications.mappings' });
    if (body.priority) throw new AppError(distributionWords.not_obeyed, { field: 'priority' });
    const order = { type: 'distribute', createRepositories: body.auto_create_missing_repositories === true } as const;
    const { id } = await start(context, params, body, order, call);
    if (body.dry_run) call.reply.code(200).send({ id });
    return { id };
  });

  handle(app, platform, contract.deleteLifecycleRemote, async ({ params, query, body }, call) => {
    requireNoProject(query);
    requireStore(query.repository_key, await needReleaseBundle(context, call.actor, params, 'source'));
    const { id } = await start(context, params, body, { type: 'delete' }, call);
    return { id };
  });

  handle(app, platform, contract.listLifecycleTrackers, async ({ params }, { actor }) => {
    await needReleaseBundle(context, actor, params);
    return toTrackers(context, (await selectRuns(db, params, mostRuns)).toReversed());
  });

  handle(app, platform, contract.readLifecycleTracker, async ({ params }, { actor }) => {
    await needReleaseBundle(context, actor, params);
    const run = await selectRun(db, Number(params.tracker));
    const [status] = run && run.name === params.name && run.version === params.version ? await toStatuses(context, [run]) : [];
    if (!status) throw new AppError(distributionWords.no_distribution);
    return status;
  });
}
