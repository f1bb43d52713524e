import { deploymentTargetWords } from '@packhouse/contract/distribution/deployment-target-words.ts';
import * as contract from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { audit } from '../release-bundle/announce.ts';
import { ownFingerprint } from '../release-bundle/signing-key.ts';
import { checkTarget } from './call-target.ts';
import { reachDeployment } from './reach.ts';
import { insertTarget, lockTarget, updateTarget } from './target-queries.ts';
import { auditable, showTarget, targetExists } from './target-view.ts';

/** Targets that are paired deployments: nobody hands a token around for them. */
export function deploymentTargetRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform, peers } = context;
  const list = async () => (await peers.trust?.list('distribution')) ?? [];

  async function needDeployment(id: string) {
    const found = (await list()).find((one) => one.id === id);
    const reach = found && (await peers.trust?.reach(id));
    if (!reach) throw fieldRefusal('deployment', say(deploymentTargetWords.no_target_deployment));
    return reach;
  }

  handle(app, platform, contract.listTargetDeployments, async () => ({ items: (await list()).map(({ id, name, url }) => ({ id, name, url })) }));

  handle(app, platform, contract.createDeploymentTarget, async ({ body }, call) => {
    const { url, allowPrivate } = await needDeployment(body.deployment);
    const row = await db.transaction().execute(async (tx) => {
      const made = await insertTarget(tx, { ...body, url, allow_private: allowPrivate, token: null, created_by: call.actor.name });
      if (made) await audit(context, tx, call, 'distribution-target.created', made.name, { after: auditable(made) });
      return made;
    });
    if (!row) throw targetExists(body.name);
    return showTarget(context, row);
  });

  handle(app, platform, contract.updateDeploymentTarget, ({ params, body }, call) =>
    db.transaction().execute(async (tx) => {
      const before = await lockTarget(tx, params.name);
      if (before.deployment === null) throw new AppError(deploymentTargetWords.target_has_token, { target: before.name });
      const row = await updateTarget(tx, params.name, { ...body, modified_at: new Date() });
      await audit(context, tx, call, 'distribution-target.updated', row.name, { before: auditable(before), after: auditable(row) });
      return showTarget(context, row);
    }),
  );

  handle(app, platform, contract.testTargetDeployment, async ({ body }, call) => {
    const { name, url } = await needDeployment(body.deployment);
    await audit(context, undefined, call, 'distribution-target.tested', name, { after: { url, deployment: body.deployment } });
    return checkTarget(context, () => reachDeployment(context, body.deployment, name), await ownFingerprint(context));
  });
}
