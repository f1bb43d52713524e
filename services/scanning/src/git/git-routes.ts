import { AppError } from '@packhouse/contract/errors.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import * as contract from '@packhouse/contract/scanning/scanning-git-routes.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import { wholeBodies } from '@packhouse/kernel/http/whole-body.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findIntegration, needIntegration } from '../integration/integration-queries.ts';
import { hooksOf } from '../vendor/open-vendor.ts';
import type { IncomingHeaders } from '../vendor/vendor.ts';
import { hintListing, hintRepositories, keepDelivery, wantLook, wantLooks } from './git-queries.ts';

const bodies = wholeBodies();

/** Takes in a message: proof first, then a hint for each repository it names. One that came before changes nothing. */
async function receive({ db, platform }: Context, key: string, headers: IncomingHeaders, raw: Buffer): Promise<void> {
  const integration = await findIntegration(db, key);
  const hooks = integration && hooksOf(integration.vendor);
  const delivery = hooks?.verify(headers, raw, platform.secrets.decrypt(integration!.sealed_hook));
  // Nobody learns here which integrations there are.
  if (!delivery) throw new AppError(gitWords.hook_not_proven);
  const events = hooks!.read(delivery);
  await db.transaction().execute(async (tx) => {
    if (!(await keepDelivery(tx, key, delivery.id)) || events.length === 0) return;
    for (const { vendorId, kind, pullRequest } of events) {
      await hintRepositories(tx, key, vendorId, pullRequest);
      if (kind === 'repository') await hintListing(tx, key);
    }
    await platform.outbox.publish(tx, { type: 'git.hinted', subject: key, data: {} });
  });
}

/** Serves messages of vendors, and what people ask of repositories of source code. */
export async function gitRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { db, platform } = context;
  await protocolScope(app, (scope) =>
    handle(scope, platform, contract.receiveGitHook, async ({ params }, { request, address }) =>
      bodies.use(request.raw, { limit: contract.largestHook, who: address }, async (raw) => {
        await receive(context, params.key, request.headers, raw);
        return {};
      }),
    ),
  );
  handle(app, platform, contract.scanGitRepository, async ({ params }, { actor, address }) => {
    await db.transaction().execute(async (tx) => {
      const found = await wantLook(tx, params.integrationId, params.id);
      if (!found) throw new AppError(gitWords.no_git_repository);
      await platform.identity.audit({ actor: actor.name, address, action: 'scan.requested', subject: found.full_name }, tx);
      await platform.outbox.publish(tx, { type: 'git.hinted', subject: params.integrationId, data: {} });
    });
    return {};
  });
  handle(app, platform, contract.scanGitIntegration, async ({ params }, { actor, address }) => {
    const { key } = await needIntegration(db, params.integrationId);
    return db.transaction().execute(async (tx) => {
      const repositories = await wantLooks(tx, key);
      await platform.identity.audit({ actor: actor.name, address, action: 'scan.requested', subject: key, after: { repositories } }, tx);
      await platform.outbox.publish(tx, { type: 'git.hinted', subject: key, data: {} });
      return { repositories };
    });
  });
}
