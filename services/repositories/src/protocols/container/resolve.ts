import type { Digest, Reference } from '@packhouse/formats/container/reference.ts';
import { blobPath } from '@packhouse/formats/container/reference.ts';
import type { RemoteRepository, StoringRepository } from '../../directory/directory.ts';
import { findArtifact, type StoredArtifact } from '../../storage/stored-artifact.ts';
import type { Stops } from './container-access.ts';
import type { Exchange } from './container-request.ts';
import { type FoundManifest, findManifest } from './manifest-store.ts';
import { fetchManifest } from './remote/remote-manifest.ts';
import { upstreamNames } from './remote/upstream-names.ts';

/** A remote repository keeps an image under the name its upstream knows. */
async function findStored<Found>(
  exchange: Exchange,
  repository: StoringRepository,
  find: (image: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  if (repository.class === 'local') return find(exchange.image);
  for (const image of upstreamNames(repository, exchange.image)) {
    const found = await find(image);
    if (found) return found;
  }
  return undefined;
}

async function readFirst<Item, Found>(items: readonly Item[], find: (item: Item) => Promise<Found | undefined>): Promise<Found | undefined> {
  let failure: unknown;
  for (const item of items) {
    try {
      const found = await find(item);
      if (found !== undefined) return found;
    } catch (error) {
      // The next member may have it; when none has, the failure is the honest answer.
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

const isRemote = (repository: StoringRepository): repository is RemoteRepository => repository.class === 'remote';

/** What a digest names is the same everywhere: any stored copy will do before an upstream is asked. A tag is decided by the first member that has it. */
export async function resolveManifest(exchange: Exchange, stops: Stops, reference: Reference): Promise<FoundManifest | undefined> {
  const { context } = exchange;
  if ('digest' in reference || stops.cacheOnly) {
    const stored = await readFirst(stops.members, (member) => findStored(exchange, member, (image) => findManifest(context, member, image, reference)));
    if (stored || stops.cacheOnly) return stored;
    return readFirst(stops.members.filter(isRemote), (member) => fetchManifest(context, member, exchange.image, reference));
  }
  return readFirst(stops.members, (member) =>
    isRemote(member) ? fetchManifest(context, member, exchange.image, reference) : findManifest(context, member, exchange.image, reference),
  );
}

/** A blob some member has stored. */
export async function findStoredBlob(
  exchange: Exchange,
  stops: Stops,
  digest: Digest,
): Promise<{ artifact: StoredArtifact; repository: StoringRepository } | undefined> {
  return readFirst(stops.members, async (repository) => {
    const artifact = await findStored(exchange, repository, (image) => findArtifact(exchange.context, repository.id, blobPath(image, digest)));
    return artifact && { artifact, repository };
  });
}
