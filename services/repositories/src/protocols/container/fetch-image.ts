import { type Manifest, requiredBlobs } from '@packhouse/formats/container/manifest.ts';
import { digestText, locateContainerPath, needDigest } from '@packhouse/formats/container/reference.ts';
import type { Asking } from '@packhouse/peers/gate.ts';
import type { Context } from '../../context.ts';
import type { RemoteRepository } from '../../directory/directory.ts';
import type { Exchange } from './container-request.ts';
import { readManifestIn } from './manifest-reading.ts';
import { readManifest } from './manifest-store.ts';
import { storeUpstreamBlob } from './remote/remote-blob.ts';

/** So many parts of an image are fetched at once, as clients do. */
const atOnce = 3;

/** Images that are being fetched, by repository and digest. */
const underWay = new WeakMap<Context, Set<string>>();

/**
 * Fetches all that an image of an upstream is made of, so that it can be scanned before anybody has it. Who asked for it may be gone before that is done:
 * the next one finds more of it here.
 */
function fetchImage(exchange: Pick<Exchange, 'context' | 'image'>, repository: RemoteRepository, digest: string, manifest: Manifest): void {
  const { context, image } = exchange;
  const fetching = underWay.get(context) ?? new Set();
  underWay.set(context, fetching);
  const key = `${repository.id} ${digest}`;
  if (fetching.has(key)) return;
  fetching.add(key);
  const stops = { repository, cacheOnly: false, members: [repository] };
  const left = [...requiredBlobs(manifest)].reverse();
  const fetchOnes = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await storeUpstreamBlob(exchange, stops, needDigest(one));
  };
  void Promise.all(Array.from({ length: atOnce }, fetchOnes))
    .catch((err: unknown) => context.log.warn({ err, repository: repository.key, image, digest }, 'an image could not be fetched to be scanned'))
    .finally(() => fetching.delete(key));
}

async function readStored(context: Context, sha256: string): Promise<Manifest | undefined> {
  try {
    return await readManifestIn(context, (await readManifest(context, sha256)).bytes);
  } catch {
    return undefined;
  }
}

/**
 * Tells how the manifest of an upstream is scanned, by whatever address somebody asks for it: an image before its client asks for what it is made of, which is
 * fetched for that; an index only names images, each of which is asked for by itself. What is no manifest that can be read is scanned as it is.
 */
export async function findWayToScan(
  context: Context,
  repository: RemoteRepository,
  { path, sha256 }: { path: string; sha256: string },
): Promise<Pick<Asking, 'fetch' | 'onlyNames'>> {
  const place = locateContainerPath(path);
  const manifest = place && place.kind !== 'blob' ? await readStored(context, sha256) : undefined;
  if (!place || !manifest) return {};
  if (manifest.kind === 'index') return { onlyNames: true };
  if (repository.settings.offline) return {};
  const digest = place.kind === 'manifest' ? digestText(place.digest) : `sha256:${sha256}`;
  return { fetch: () => fetchImage({ context, image: place.image }, repository, digest, manifest) };
}
