import * as contract from '@packhouse/contract/distribution/distribution-compatible-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { authoriseSomeTarget, keepAllowed } from '../release-bundle/destination.ts';
import { needReleaseBundle, type Place } from '../release-bundle/release-bundle.ts';
import { maySee } from '../release-bundle/release-bundle-resource.ts';
import { type RunRow, selectRun, selectRuns } from '../run/run-queries.ts';
import { type RunOrder, startRun } from '../run/start-run.ts';
import { selectTargets } from '../target/target-queries.ts';
import { readTargets } from './rules.ts';
import { asTarget, toStatuses } from './run-status.ts';

export const mostRuns = 200;

const isReadable = (actor: Actor) => (run: RunRow) => maySee(actor, run.name, run.version);

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

type Order = Pick<RunOrder, 'type' | 'createRepositories' | 'onSuccess'>;

/** Distribution to the targets that the rules name, as both families of calls order it. @throws AppError `bad_request` when they name none */
export async function start(context: Context, place: Place, body: Body, order: Order, call: HandlerContext) {
  // First, so that strangers do not learn which targets there are.
  authoriseSomeTarget(call.actor, place, order.type);
  const targets = readTargets(body.distribution_rules, keepAllowed(call.actor, place, order.type, await selectTargets(context.db)));
  if (targets.length === 0) throw new AppError(distributionWords.no_target_fits);
  const rules = body.distribution_rules.map((rule) => ({ ...rule }));
  const dryRun = body.dry_run === true;
  const { id, sites } = await startRun(context, place, { ...order, targets, rules, dryRun }, call);
  const answer = { id: Number(id), sites: sites.map(({ target, error }) => ({ ...asTarget(target), ...(error === undefined ? {} : { error }) })) };
  return answer;
}

/** The calls that existing clients make to send release bundles. */
export function compatibleRunRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  statusRoutes(app, context);

  const tryOrStart = async (place: Place, body: Body, order: Order, call: HandlerContext) => {
    const answer = await start(context, place, body, order, call);
    if (body.dry_run === true) call.reply.code(200).send(answer);
    return answer;
  };

  handle(app, platform, contract.distributeCompatibleReleaseBundle, ({ params, body }, call) =>
    tryOrStart(params, body, { type: 'distribute', createRepositories: body.auto_create_missing_repositories === true }, call),
  );

  handle(app, platform, contract.deleteCompatibleRemote, ({ params, body }, call) =>
    tryOrStart(params, body, { type: 'delete', onSuccess: body.on_success ?? 'keep' }, call),
  );
}
