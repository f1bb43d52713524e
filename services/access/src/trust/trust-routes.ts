import * as routes from '@packhouse/contract/access/access-trust-routes.ts';
import { type HandlerContext, handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { takeIntroduction } from './introduction.ts';
import { acceptPairingOf, pairWith } from './pairing.ts';
import { inspectToken, makePairingToken } from './pairing-token.ts';
import { readTrusted, toTrusted } from './peer-view.ts';
import { changePeer, checkPeer, endPeer, forgetPeer, revokePeer, rotateKey } from './peers.ts';

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });

/** Deployments that trust each other: what administrators do about them, and what they say to each other. */
export function trustRoutes(app: FastifyInstance, context: Context): void {
  pairingRoutes(app, context);
  deploymentRoutes(app, context);
  peerRoutes(app, context);
}

function pairingRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, routes.createPairingToken, ({ body }, call) =>
    makePairingToken(context, { ...body, url: publicBaseUrl(call.request, platform.config) }, nameDoer(call)),
  );
  handle(app, platform, routes.inspectPairingToken, ({ body }) => inspectToken(context, body.token));
  handle(app, platform, routes.pairDeployment, async ({ body }, call) => {
    const { token, name, allowPrivate } = body;
    return toTrusted(
      await pairWith(context, token, { name: name || undefined, allowPrivate, url: publicBaseUrl(call.request, platform.config) }, nameDoer(call)),
    );
  });
  handle(app, platform, routes.acceptPairing, async ({ body }, { address }) => ({
    answer: await acceptPairingOf(context, body.token, body.proof, address),
  }));
}

function deploymentRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, routes.listTrustedDeployments, () => readTrusted(context));
  handle(app, platform, routes.updateTrustedDeployment, async ({ params, body }, call) =>
    toTrusted(await changePeer(context, params.id, body, nameDoer(call))),
  );
  handle(app, platform, routes.revokeTrustedDeployment, async ({ params }, call) => toTrusted(await revokePeer(context, params.id, nameDoer(call))));
  handle(app, platform, routes.forgetTrustedDeployment, ({ params }, call) => forgetPeer(context, params.id, nameDoer(call)));
  handle(app, platform, routes.checkTrustedDeployment, ({ params }) => checkPeer(context, params.id));
  handle(app, platform, routes.rotateDeploymentKey, (_, call) => rotateKey(context, nameDoer(call)));
}

function peerRoutes(app: FastifyInstance, context: Context): void {
  const { platform, deployment } = context;
  handle(app, platform, routes.greetPeer, async () => ({ id: deployment, version: platform.version }));
  handle(app, platform, routes.introducePeer, ({ body }, { peer, address }) => takeIntroduction(context, peer, body, address));
  handle(app, platform, routes.endTrust, (_, { peer, address }) => endPeer(context, peer, address));
}
