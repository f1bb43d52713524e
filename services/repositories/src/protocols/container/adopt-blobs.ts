import { blobPath, needDigest } from '@packhouse/formats/container/reference.ts';
import type { LocalRepository } from '../../directory/directory.ts';
import { commit } from '../../storage/commit.ts';
import { findArtifact } from '../../storage/stored-artifact.ts';
import { readStops } from './container-access.ts';
import type { Exchange } from './container-request.ts';
import { storeUpstreamBlob } from './remote/remote-blob.ts';
import { findStoredBlob } from './resolve.ts';
import { getOwner } from './scopes.ts';

/** Which of these blobs the repository does not hold under the image. */
export async function missingBlobs({ context, image }: Exchange, target: LocalRepository, digests: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(digests.map((digest) => findArtifact(context, target.id, blobPath(image, needDigest(digest)))));
  return digests.filter((_, index) => !found[index]);
}

/**
 * Whoever pushes through a virtual repository is told that its members' blobs are there already and does not send them.
 * So they are brought into the repository that the image goes to, where the pusher may read them.
 */
export async function adoptBlobs(exchange: Exchange, target: LocalRepository, digests: readonly string[]): Promise<void> {
  const { context, request, image } = exchange;
  const asOwner = { ...exchange, actor: getOwner(request.actor) };
  for (const text of digests) {
    const digest = needDigest(text);
    const stops = await readStops(asOwner, blobPath(image, digest));
    const held = (await findStoredBlob(exchange, stops, digest)) ?? (await storeUpstreamBlob(exchange, stops, digest));
    if (!held) continue;
    const content = { sha256: held.artifact.sha256 };
    await commit(context, target, { actor: request.actor.name, overwrite: false, files: [{ path: blobPath(image, digest), content, mayReplace: false }] });
  }
}
