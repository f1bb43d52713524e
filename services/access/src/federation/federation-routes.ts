import { keepManagedEntries, listManagedEntries } from '@packhouse/contract/access/access-managed-routes.ts';
import {
  applyPart,
  broadcastPart,
  comparePart,
  forecastPart,
  listPartConflicts,
  listPartLinks,
  restorePartConflict,
} from '@packhouse/contract/access/federation-part-routes.ts';
import {
  compareLinkEnds,
  configureLink,
  endLink,
  forecastLink,
  readOwnRegisters,
  readTokenRegisters,
  sendBatch,
} from '@packhouse/contract/access/federation-peer-routes.ts';
import type { Peer } from '@packhouse/kernel/access/signed-call.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { acceptLink, dropLink, forecast, readOwn, readTokenOf, takeBatch } from './answer.ts';
import { compareEnds } from './answer-comparison.ts';
import { accessFederation } from './federation.ts';
import { keepManaged, listManaged } from './managed.ts';

const tellBy = (peer: Peer, address: string) => ({ actor: `deployment ${peer.name}`, address });

/** What administrators see and decide of what other deployments manage here. */
function managedRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, listManagedEntries, ({ params, query }) => listManaged(context, params.id, query));
  handle(app, platform, keepManagedEntries, ({ params, body }, { actor, address }) =>
    keepManaged(context, params.id, body.entries, { actor: actor.name, address }),
  );
}

/** What other deployments call: those at the other end of links, and mission control; and what administrators decide here. */
export function federationRoutes(app: FastifyInstance, context: Context): void {
  managedRoutes(app, context);
  const { platform } = context;
  handle(app, platform, configureLink, ({ params, body }, { peer }) => acceptLink(context, peer, params.link, body));
  handle(app, platform, sendBatch, ({ params, body }, { peer }) => takeBatch(context, peer, params.link, body));
  handle(app, platform, compareLinkEnds, ({ params, body }, { peer }) => compareEnds(context, peer, params.link, body.kind, body.digests));
  handle(app, platform, endLink, ({ params, query }, { peer }) => dropLink(context, peer, params.link, query.copies));
  handle(app, platform, forecastLink, ({ body }, { peer }) => forecast(context, peer, body));
  handle(app, platform, readOwnRegisters, ({ query }, { peer }) => readOwn(context, peer, query.after));
  handle(app, platform, readTokenRegisters, ({ params }, { peer }) => readTokenOf(context, peer, params.id));
  const part = accessFederation(context);
  handle(app, platform, applyPart, async ({ body }, { peer, address }) => ({ steps: await part.apply(body, tellBy(peer, address)) }));
  handle(app, platform, forecastPart, async ({ body }) => ({ targets: await part.forecast(body) }));
  handle(app, platform, broadcastPart, async ({ params }, { peer, address }) => ({ targets: await part.broadcast(params.federation, tellBy(peer, address)) }));
  handle(app, platform, comparePart, ({ params }, { peer, address }) => part.compare(params.federation, tellBy(peer, address)));
  handle(app, platform, listPartLinks, async () => ({ links: await part.links() }));
  handle(app, platform, listPartConflicts, async ({ query }) => ({ conflicts: await part.conflicts(query) }));
  handle(app, platform, restorePartConflict, ({ params }, { peer, address }) => part.restore(params.id, tellBy(peer, address)));
}
