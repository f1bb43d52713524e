import * as routes from '@packhouse/contract/access/access-licence-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Peer } from '@packhouse/kernel/access/signed-call.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { installOrder, readHeld, withdrawOrder } from './licence-orders.ts';

/** This deployment says itself what it takes of those that it trusts. @throws AppError `forbidden` */
function requireAccepted({ accepts }: Peer): void {
  if (!accepts.licences) throw new AppError(accessWords.licences_not_accepted);
}

/** A mission control attaches licences and takes them back. */
export function peerLicenceRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, routes.listPeerLicences, async () => ({ items: await readHeld(context) }));
  handle(app, platform, routes.attachPeerLicences, async ({ body }, { peer, address }) => {
    requireAccepted(peer);
    await installOrder(context, body, { actor: peer.name, address });
    return { installed: body.licences.length };
  });
  handle(app, platform, routes.withdrawPeerLicences, async ({ body }, { peer, address }) => {
    await withdrawOrder(context, body.order, body.jtis, { actor: peer.name, address });
    return { withdrawn: body.jtis.length };
  });
}
