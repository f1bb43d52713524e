import * as contract from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { fieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { audit } from '../release-bundle/announce.ts';
import { chooseKeyPair, chosenKeyPair, usualKeyPair } from '../release-bundle/signing-key.ts';
import { refusedSigners, setSigner } from './signers.ts';

async function currentSigning({ db, storage }: Context): Promise<contract.ReleaseBundleSigning> {
  const keyPair = await chosenKeyPair(db);
  const key = await storage.key(keyPair, false);
  return { keyPair, ...(key ? { publicKey: key.publicKey, fingerprint: key.fingerprint } : {}) };
}

/** Which key pair signs release bundles, and which keys of others may. */
export function signingRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform, storage } = context;

  handle(app, platform, contract.getReleaseBundleSigning, () => currentSigning(context));

  handle(app, platform, contract.setReleaseBundleSigning, async ({ body }, call) => {
    const keyPair = body.keyPair || usualKeyPair;
    if (keyPair !== usualKeyPair && !(await storage.key(keyPair, false))) {
      throw fieldRefusal('keyPair', say(distributionWords.no_signing_key_pair, { name: keyPair }));
    }
    await db.transaction().execute(async (tx) => {
      const before = await chosenKeyPair(tx);
      await chooseKeyPair(tx, keyPair);
      await audit(context, tx, call, 'release-bundle.signing-key-chosen', keyPair, { before: { keyPair: before }, after: { keyPair } });
    });
    return currentSigning(context);
  });

  handle(app, platform, contract.getRefusedSigners, async () => ({ fingerprints: await refusedSigners(db) }));

  handle(app, platform, contract.setReleaseBundleSigner, ({ params, body }, call) => setSigner(context, params.fingerprint, body.maySign, call));
}
