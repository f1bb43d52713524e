import { referrerDescriptor } from '@packhouse/formats/container/manifest.ts';
import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { digestText, locateContainerPath, manifestPath, needDigest } from '@packhouse/formats/container/reference.ts';
import type { FastifyReply } from 'fastify';
import type { StoringRepository } from '../../directory/directory.ts';
import { readStops } from './container-access.ts';
import { selectReferrers } from './container-queries.ts';
import type { Exchange } from './container-request.ts';
import { readManifestIn } from './manifest-reading.ts';
import { readManifest } from './manifest-store.ts';
import { fetchReferrers } from './remote/remote-referrers.ts';
import { upstreamNames } from './remote/upstream-names.ts';

type Descriptor = Record<string, unknown> & { digest: string; artifactType?: string };

async function storedReferrers(exchange: Exchange, repository: StoringRepository, image: string, digest: string): Promise<Descriptor[]> {
  const descriptors: Descriptor[] = [];
  for (const { path, sha256, size } of await selectReferrers(exchange.context.db, repository.id, image, digest)) {
    // Tagged referrers stand twice in the store; the copy under the digest says how it is named. Images below this one have readers of their own.
    const place = locateContainerPath(path);
    if (place?.kind !== 'manifest' || place.image !== image) continue;
    const { bytes } = await readManifest(exchange.context, sha256);
    descriptors.push(referrerDescriptor(await readManifestIn(exchange.context, bytes), digestText(place.digest), size) as Descriptor);
  }
  return descriptors;
}

async function referrersIn(exchange: Exchange, repository: StoringRepository, cacheOnly: boolean, digest: string): Promise<Descriptor[]> {
  if (repository.class === 'local') return storedReferrers(exchange, repository, exchange.image, digest);
  const stored = await Promise.all(upstreamNames(repository, exchange.image).map((image) => storedReferrers(exchange, repository, image, digest)));
  const asked = cacheOnly ? [] : ((await fetchReferrers(exchange.context, repository, exchange.image, digest)) as Descriptor[]);
  return [...asked, ...stored.flat()];
}

/** Manifests that name this digest as their subject; an empty list when there are none. https://github.com/opencontainers/distribution-spec/blob/main/spec.md#listing-referrers */
export async function listReferrers(exchange: Exchange, text: string): Promise<FastifyReply> {
  const { reply, query, image } = exchange;
  const digest = needDigest(text);
  const { members, cacheOnly } = await readStops(exchange, manifestPath(image, digest));
  const found = new Map<string, Descriptor>();
  for (const member of members) for (const one of await referrersIn(exchange, member, cacheOnly, text)) if (!found.has(one.digest)) found.set(one.digest, one);
  const artifactType = query.get('artifactType');
  if (artifactType !== null) reply.header('oci-filters-applied', 'artifactType');
  const manifests = [...found.values()].filter((one) => artifactType === null || one.artifactType === artifactType);
  return reply.header('content-type', mediaTypes.ociIndex).send(Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes.ociIndex, manifests })));
}
