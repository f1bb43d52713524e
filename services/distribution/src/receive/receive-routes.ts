import { deploymentTargetWords } from '@packhouse/contract/distribution/deployment-target-words.ts';
import * as contract from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { interfaceVersions } from '@packhouse/contract/shell/service-names.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Place } from '../release-bundle/release-bundle.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';
import { noteArrival } from './expected-queries.ts';
import { recallReleaseBundle } from './recall.ts';
import { considerOffer, makeStore, receiveReleaseBundle } from './receive.ts';
import { withSignedManifest } from './signed-manifest.ts';
import { isRefusedSigner } from './signers.ts';

function parsed<Value>(result: { success: true; data: Value } | { success: false }, what: Said): Value {
  if (!result.success) throw new AppError(distributionWords.part_invalid, { why: what });
  return result.data;
}

function getPlace({ name, version }: { name: string; version: string }): Place {
  return {
    name: parsed(contract.withdrawReleaseBundle.params!.shape.name.safeParse(name), say(distributionWords.the_name)),
    version: parsed(contract.withdrawReleaseBundle.params!.shape.version.safeParse(version), say(distributionWords.the_version)),
  };
}

/** A deployment whose run takes longer asks again. */
const passSeconds = 600;

const makeDoer = ({ actor, ip }: FastifyRequest) => ({ actor, address: ip });

function streamRoutes(scope: FastifyInstance, context: Context): void {
  const { db, platform, storage } = context;

  handle(scope, platform, contract.receiveFile, async (_, { actor, request }) => {
    const params = request.params as { name: string; version: string; sha256: string };
    const place = getPlace(params);
    const sha256 = parsed(contract.Sha256.safeParse(params.sha256), say(distributionWords.the_checksum));
    authorise(actor, 'deploy', releaseBundleResource(place.name, place.version));
    await noteArrival(db, place);
    if (request.headers['x-checksum-deploy'] !== 'true') await storage.receive(makeStore(place), sha256, request.raw, actor);
    else if (!(await storage.adopt(makeStore(place), sha256, actor))) throw new AppError(sharedWords.content_unknown);
  });

  handle(scope, platform, contract.receiveManifest, async (_, { actor, request }) => {
    const place = getPlace(request.params as { name: string; version: string });
    authorise(actor, 'deploy', releaseBundleResource(place.name, place.version));
    await withSignedManifest(request.raw, actor.name, (signed) => receiveReleaseBundle(context, place, signed, makeDoer(request)));
  });
}

/** Release bundles that other deployments send. The token they come with, be it a pass that a paired deployment asked for, needs 'deploy' on the bundle and on the repositories it goes to. */
export async function receiveRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { db, platform, storage } = context;

  handle(app, platform, contract.greetReceiver, async ({ query }, { actor }) => ({
    version: interfaceVersions.distribution,
    user: actor.name,
    trustsKey:
      query.fingerprint !== undefined && (await storage.findTrusted(query.fingerprint)) !== undefined && !(await isRefusedSigner(db, query.fingerprint)),
  }));

  handle(app, platform, contract.givePass, async (_, { peer }) => {
    const { trust } = context.peers;
    if (!trust) throw new AppError('unavailable');
    if (!peer.accepts.releaseBundles) throw new AppError(deploymentTargetWords.release_bundles_not_accepted, { name: (await trust.self()).name });
    return { token: await trust.issuePass(peer.id, contract.passPlace, passSeconds), seconds: passSeconds };
  });

  handle(app, platform, contract.offerReleaseBundle, ({ body }, call) => considerOffer(context, body, call));

  handle(app, platform, contract.withdrawReleaseBundle, ({ params, query }, call) => recallReleaseBundle(context, params, query, call));

  await protocolScope(app, (scope) => streamRoutes(scope, context));
}
