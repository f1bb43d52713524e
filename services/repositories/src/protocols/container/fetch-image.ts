import { type Manifest, requiredBlobs } from '@packhouse/formats/container/manifest.ts';
import { needDigest } from '@packhouse/formats/container/reference.ts';
import type { Context } from '../../context.ts';
import type { RemoteRepository } from '../../directory/directory.ts';
import type { Exchange } from './container-request.ts';
import { storeUpstreamBlob } from './remote/remote-blob.ts';

/** So many parts of an image are fetched at once, as clients do. */
const atOnce = 3;

/** Images that are being fetched, by repository and digest. */
const underWay = new WeakMap<Context, Set<string>>();

/**
 * Fetches all that an image of an upstream is made of, so that it can be scanned before anybody has it. Who asked for it may be gone before that is done:
 * the next one finds more of it here.
 */
export function fetchImage(exchange: Exchange, repository: RemoteRepository, digest: string, manifest: Manifest): void {
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
