import { AppError } from '@packhouse/contract/errors.ts';
import { dockerLayers } from '@packhouse/contract/repositories/container-routes.ts';
import { isContainerFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { type ImageDetails, imageFacts } from '@packhouse/formats/container/image-facts.ts';
import { digestText, locateContainerPath, type Reference } from '@packhouse/formats/container/reference.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { readResource, type StoringRepository } from '../../directory/directory.ts';
import { getConfig } from './manifest-commit.ts';
import { readManifestIn } from './manifest-reading.ts';
import { findManifest } from './manifest-store.ts';

/** The repositories that may hold what the console names by a repository's key, with or without `-cache`. */
async function holders(context: Context, key: string): Promise<readonly StoringRepository[]> {
  const found = await context.directory.resolve(key);
  if (!found || !isContainerFormat(found.repository.format)) throw new AppError(upstreamWords.no_docker_repository, { key });
  return found.repository.class === 'virtual' ? context.directory.flatten(found.repository) : [found.repository];
}

function getPlace(path: string): { image: string; reference: Reference } {
  const place = locateContainerPath(path) ?? locateContainerPath(`${path}/manifest.json`);
  if (place?.kind === 'tag') return { image: place.image, reference: { tag: place.tag } };
  if (place?.kind === 'manifest') return { image: place.image, reference: { digest: place.digest } };
  throw new AppError('artifact_not_found');
}

/** The console's view of an image, read afresh so that settings fetched after the manifest are in it. */
export function imageViewRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, dockerLayers, async ({ body }, { actor }) => {
    const { image, reference } = getPlace(body.path.replace(/^\/+|\/+$/g, ''));
    const members = await holders(context, body.repoKey);
    const paths = 'tag' in reference ? `${image}/${reference.tag}/manifest.json` : `${image}/${digestText(reference.digest).replace(':', '__')}/manifest.json`;
    let refusal: unknown;
    for (const repository of members) {
      try {
        authorise(actor, 'read', readResource(repository, paths));
      } catch (error) {
        refusal ??= error;
        continue;
      }
      const found = await findManifest(context, repository, image, reference);
      if (!found) continue;
      const manifest = await readManifestIn(context, found.bytes);
      const facts = imageFacts(manifest, found.digest, await getConfig(context, repository, image, manifest));
      return { repoKey: repository.key, path: found.artifact.path, ...(facts.native as ImageDetails) };
    }
    throw refusal ?? new AppError('artifact_not_found');
  });
}
