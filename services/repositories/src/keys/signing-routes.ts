import { listSigningKeys, rotateSigningKey, type SigningKey } from '@packhouse/contract/repositories/signing-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { forgetPublishedKeys } from './signer.ts';
import { type StoredKey, selectKeys } from './signing-key-queries.ts';
import { rotateKey } from './signing-keys.ts';

function toKey(key: StoredKey): SigningKey {
  return {
    id: key.id,
    kind: key.kind,
    name: key.name,
    fingerprint: key.fingerprint,
    publicKey: key.publicKey,
    createdAt: key.createdAt.toISOString(),
    createdBy: key.createdBy,
    ...(key.retiredAt ? { retiredAt: key.retiredAt.toISOString() } : {}),
    ...(key.publishedUntil ? { publishedUntil: key.publishedUntil.toISOString() } : {}),
  };
}

/** The keys that sign listings, and their rotation. */
export async function signingRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { platform, db } = context;

  handle(app, platform, listSigningKeys, async () => ({ items: (await selectKeys(db)).map(toKey) }));

  handle(app, platform, rotateSigningKey, async ({ body }, { actor, address }) => {
    const { kind, publishedDays } = body;
    const key = await rotateKey(context, {
      kind,
      publishedDays,
      by: actor.name,
      record: (tx, { fingerprint }) => {
        const after = { fingerprint, earlierKeyPublishedDays: publishedDays };
        return platform.identity.audit({ actor: actor.name, address, action: 'signing-key.rotated', subject: kind, after }, tx);
      },
    });
    forgetPublishedKeys();
    return toKey(key);
  });
}
