import * as contract from '@packhouse/contract/distribution/distribution-compatible-routes.ts';
import type { Distribution } from '@packhouse/contract/distribution/distribution-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { needReleaseBundle, type Place } from '../release-bundle/release-bundle.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';
import { type RunRow, selectRun, selectRuns } from '../run/run-queries.ts';
import { toDistributions } from '../run/run-view.ts';
import { type RunOrder, startRun } from '../run/start-run.ts';
import { selectTargets } from '../target/target-queries.ts';
import { readTargets } from './rules.ts';

const mostRuns = 200;

const asTarget = (name: string) => ({ service_id: `jfrt@${name}`, name, type: 'artifactory' });

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

async function toStatuses({ db }: Context, runs: readonly RunRow[]): Promise<contract.CompatibleRunStatus[]> {
  const distributions = await toDistributions(db, runs);
  return runs.map((run, at) => toStatus(run, distributions[at]!));
}

const isReadable = (actor: Actor) => (run: RunRow) => isAllowed(actor, 'read', releaseBundleResource(run.name, run.version));

function statusRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const list = async (actor: Actor, name?: string) => toStatuses(context, (await selectRuns(db, { name }, mostRuns)).filter(isReadable(actor)));

  handle(app, platform, contract.listCompatibleRuns, (_, { actor }) => list(actor));
  handle(app, platform, contract.listCompatibleRunsOfName, ({ params }, { actor }) => list(actor, params.name));
  handle(app, platform, contract.listCompatibleRunsOfVersion, async ({ params }, { actor }) => {
    await needReleaseBundle(context, actor, params);
    return toStatuses(context, await selectRuns(db, params, mostRuns));
  });
  handle(app, platform, contract.getCompatibleRun, async ({ params }, { actor }) => {
    await needReleaseBundle(context, actor, params);
    const run = await selectRun(db, Number(params.tracker));
    const [status] = run && run.name === params.name && run.version === params.version ? await toStatuses(context, [run]) : [];
    if (!status) throw new AppError(distributionWords.no_distribution);
    return status;
  });
}

interface Body {
  dry_run?: boolean | null | undefined;
  distribution_rules: readonly contract.CompatibleRule[];
}

/** Distribution to the targets that the rules name. @throws AppError `bad_request` when they name none */
async function start(context: Context, place: Place, body: Body, order: Pick<RunOrder, 'type' | 'createRepositories' | 'onSuccess'>, call: HandlerContext) {
  const targets = readTargets(body.distribution_rules, await selectTargets(context.db));
  if (targets.length === 0) throw new AppError(distributionWords.no_target_fits);
  const rules = body.distribution_rules.map((rule) => ({ ...rule }));
  const dryRun = body.dry_run === true;
  const { id, sites } = await startRun(context, place, { ...order, targets, rules, dryRun }, call);
  const answer = { id: Number(id), sites: sites.map(({ target, error }) => ({ ...asTarget(target), ...(error === undefined ? {} : { error }) })) };
  if (dryRun) call.reply.code(200).send(answer);
  return answer;
}

/** The calls that existing clients make to send release bundles. */
export function compatibleRunRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  statusRoutes(app, context);

  handle(app, platform, contract.distributeCompatibleReleaseBundle, ({ params, body }, call) =>
    start(context, params, body, { type: 'distribute', createRepositories: body.auto_create_missing_repositories === true }, call),
  );

  handle(app, platform, contract.deleteCompatibleRemote, ({ params, body }, call) =>
    start(context, params, body, { type: 'delete', onSuccess: body.on_success ?? 'keep' }, call),
  );
}
