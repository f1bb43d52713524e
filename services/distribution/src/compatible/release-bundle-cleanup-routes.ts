import * as contract from '@packhouse/contract/distribution/release-bundle-cleanup-compatible-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import * as cleanup from '../cleanup/cleanup.ts';
import type { Context } from '../context.ts';

/** `/artifactory/api/cleanup/bundles/…`, as existing clients call it. */
export function releaseBundleCleanupRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, contract.listReleaseBundleCleanups, () => cleanup.listPolicies(context));
  handle(app, platform, contract.readReleaseBundleCleanup, ({ params: { key } }) => cleanup.readPolicy(context, key));
  handle(app, platform, contract.createReleaseBundleCleanup, ({ params: { key }, body }, call) => cleanup.createPolicy(context, key, body, call));
  handle(app, platform, contract.changeReleaseBundleCleanup, ({ params: { key }, body }, call) => cleanup.changePolicy(context, key, body, call));
  handle(app, platform, contract.enableReleaseBundleCleanup, ({ params: { key }, body }, call) => cleanup.enablePolicy(context, key, body.enabled, call));
  handle(app, platform, contract.deleteReleaseBundleCleanup, async ({ params: { key } }, call) => {
    await cleanup.removePolicy(context, key, call);
    return { message: `${key} was deleted` };
  });
  handle(app, platform, contract.runReleaseBundleCleanup, async ({ params: { key }, query, body }, call) => {
    // Whatever is not clearly a no takes nothing away.
    const dryRun = body.dryRun || (query.dryRun !== undefined && String(query.dryRun).toLowerCase() !== 'false');
    return { runId: await cleanup.startCleanup(context, key, dryRun, call) };
  });
  handle(app, platform, contract.listReleaseBundleCleanupRuns, ({ params: { key } }) => cleanup.listRuns(context, key));
}
