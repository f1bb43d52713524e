import * as contract from '@packhouse/contract/distribution/distribution-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { needReleaseBundle } from '../release-bundle/release-bundle.ts';
import { maySee } from '../release-bundle/release-bundle-resource.ts';
import { selectRun, selectRuns } from './run-queries.ts';
import { toDistributions } from './run-view.ts';
import { startRun } from './start-run.ts';

/** Sending release bundles, and how far that is. */
export function runRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.distributeReleaseBundle, ({ params, body }, call) =>
    startRun(context, params, { type: 'distribute', targets: body.targets, createRepositories: body.autoCreateMissingRepositories, dryRun: body.dryRun }, call),
  );

  handle(app, platform, contract.deleteFromTargets, ({ params, body }, call) =>
    startRun(context, params, { type: 'delete', targets: body.targets, onSuccess: body.onSuccess, dryRun: body.dryRun }, call),
  );

  handle(app, platform, contract.listDistributions, async ({ params }, { actor }) => {
    await needReleaseBundle(context, actor, params);
    return { items: await toDistributions(db, await selectRuns(db, params)) };
  });

  handle(app, platform, contract.getDistribution, async ({ params }, { actor }) => {
    const run = await selectRun(db, Number(params.id));
    // What may not be read is answered like what is not there.
    const [distribution] = run && maySee(actor, run.name, run.version) ? await toDistributions(db, [run]) : [];
    if (!distribution) throw new AppError(distributionWords.no_distribution);
    return distribution;
  });
}
