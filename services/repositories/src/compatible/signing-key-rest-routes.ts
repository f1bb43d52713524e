import { AppError } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { readKeyRing, readRepositoryKey } from '@packhouse/contract/repositories/signing-routes.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { readResource } from '../directory/directory.ts';
import { keyRing, publishedKeys } from '../keys/signer.ts';

/** The public halves of the keys that sign listings, where clients fetch them. */
export async function signingKeyRestRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await protocolScope(app, (scope) => {
    handle(scope, context.platform, readKeyRing, async (_, { reply }) => reply.header('content-type', 'application/pgp-keys').send(await keyRing(context)));
    handle(scope, context.platform, readRepositoryKey, async ({ params }, { actor, reply }) => {
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
