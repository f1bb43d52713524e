import { deploymentTargetWords } from '@packhouse/contract/distribution/deployment-target-words.ts';
import * as contract from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { audit } from '../release-bundle/announce.ts';
import { keepVisible } from '../release-bundle/destination.ts';
import { isAllowedOnSome } from '../release-bundle/release-bundle-resource.ts';
import { ownFingerprint } from '../release-bundle/signing-key.ts';
import { checkTarget } from './call-target.ts';
import { makeReach } from './reach.ts';
import { insertTarget, lockTarget, needTarget, selectTargets, updateTarget } from './target-queries.ts';
import { auditable, showTarget, showTargets, targetExists } from './target-view.ts';

/** Where release bundles can be sent. Tokens are written, never answered. */
export function targetRoutes(app: FastifyInstance, context: Context): void {
  readRoutes(app, context);
  writeRoutes(app, context);
  testRoutes(app, context);
}

function readRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, contract.listDistributionTargets, async () => ({ items: await showTargets(context, await selectTargets(db)) }));

  handle(app, platform, contract.listDistributionSites, async (_, { actor }) => {
    // Those who may send some bundle somewhere have to know where.
    const targets = keepVisible(actor, isAllowedOnSome(actor, 'manage'), await selectTargets(db));
    return { items: targets.map(({ name, site, city, country }) => ({ name, site, city, country })) };
  });
}

function writeRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.createDistributionTarget, async ({ body }, call) => {
    const { token, allowPrivate, ...place } = body;
    const values = { ...place, allow_private: allowPrivate, token: platform.secrets.encrypt(token), created_by: call.actor.name };
    const row = await db.transaction().execute(async (tx) => {
      const made = await insertTarget(tx, values);
      if (made) await audit(context, tx, call, 'distribution-target.created', made.name, { after: auditable(made) });
      return made;
    });
    if (!row) throw targetExists(body.name);
    return showTarget(context, row);
  });

  handle(app, platform, contract.updateDistributionTarget, async ({ params, body }, call) => {
    const { token, allowPrivate, ...place } = body;
    const sealed = token === undefined ? {} : { token: platform.secrets.encrypt(token) };
    return db.transaction().execute(async (tx) => {
      const before = await lockTarget(tx, params.name);
      if (before.deployment !== null) throw new AppError(deploymentTargetWords.target_is_deployment, { target: before.name });
      if (token === undefined && new URL(before.url).origin !== new URL(body.url).origin) {
        throw fieldRefusal('token', say(distributionWords.token_of_other_address));
      }
      const row = await updateTarget(tx, params.name, { ...place, ...sealed, allow_private: allowPrivate, modified_at: new Date() });
      const after = { ...auditable(row), newToken: token !== undefined };
      await audit(context, tx, call, 'distribution-target.updated', row.name, { before: auditable(before), after });
      return showTarget(context, row);
    });
  });

  handle(app, platform, contract.deleteDistributionTarget, async ({ params }, call) => {
    await db.transaction().execute(async (tx) => {
      const row = await lockTarget(tx, params.name);
      await tx.deleteFrom('target').where('name', '=', params.name).execute();
      await audit(context, tx, call, 'distribution-target.deleted', row.name, { before: auditable(row) });
    });
  });
}

function testRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform, storage } = context;
  const fingerprint = () => ownFingerprint({ db, storage });

  handle(app, platform, contract.testDistributionTarget, async ({ params }, call) => {
    const row = await needTarget(db, params.name);
    await audit(context, undefined, call, 'distribution-target.tested', row.name, { after: { url: row.url } });
    return checkTarget(context, () => makeReach(context, row), await fingerprint());
  });

  handle(app, platform, contract.testNewDistributionTarget, async ({ body }, call) => {
    const host = new URL(body.url).host;
    await audit(context, undefined, call, 'distribution-target.tested', host, { after: { url: body.url, allowPrivate: body.allowPrivate } });
    const { token, ...reach } = body;
    return checkTarget(context, async () => ({ ...reach, name: host, token: async () => token }), await fingerprint());
  });
}
