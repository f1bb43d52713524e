import { AppError } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { listSigningKeys, readKeyRing, readRepositoryKey, rotateSigningKey, type SigningKey } from '@packhouse/contract/repositories/signing-routes.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { readResource } from '../directory/directory.ts';
import { forgetPublishedKeys, keyRing, publishedKeys } from './signer.ts';
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

/** The public halves of the keys that sign listings, and their rotation. */
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

  await protocolScope(app, (scope) => {
    handle(scope, platform, readKeyRing, async (_, { reply }) => reply.header('content-type', 'application/pgp-keys').send(await keyRing(context)));
    handle(scope, platform, readRepositoryKey, async ({ params }, { actor, reply }) => {
      const repository = await context.directory.find(params.repoKey);
      // What somebody may not read is to them as if it did not exist.
      if (!repository || !isAllowed(actor, 'read', readResource(repository)))
        throw new AppError(actor.kind === 'anonymous' ? 'unauthenticated' : 'repository_not_found');
      const { indexed } = getFormat(repository.format);
      if (!indexed || repository.class === 'remote') throw new AppError(repositoryWords.listings_unsigned);
      const { keyPair } = repository.settings;
      if (indexed.signedBy === 'openpgp') return reply.header('content-type', 'application/pgp-keys').send(await keyRing(context, keyPair));
      const [key] = await publishedKeys(context, 'rsa', keyPair);
      return reply.header('content-type', 'application/x-pem-file').send(key?.publicKey);
    });
  });
}
