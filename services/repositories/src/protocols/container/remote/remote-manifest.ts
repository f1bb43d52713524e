import { createHash } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { manifestLimit } from '@packhouse/formats/container/manifest.ts';
import { manifestAccept } from '@packhouse/formats/container/media-types.ts';
import { type Digest, digestText, parseDigest, type Reference } from '@packhouse/formats/container/reference.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Context } from '../../../context.ts';
import type { RemoteRepository } from '../../../directory/directory.ts';
import { fetchKept, type Kept } from '../../../upstream/conditional-fetch.ts';
import { freshUntil, isFresh, missingEntry, readEntry, writeEntry } from '../../../upstream/remote-entry.ts';
import { isGone } from '../../../upstream/upstream.ts';
import { commitManifest } from '../manifest-commit.ts';
import { readManifestIn } from '../manifest-reading.ts';
import { type FoundManifest, findManifest } from '../manifest-store.ts';
import { askRegistry, isAbsence } from './ask-registry.ts';
import { learnName, upstreamNames } from './upstream-names.ts';

const referenceText = (reference: Reference) => ('tag' in reference ? reference.tag : digestText(reference.digest));

/** Under this path the freshness of a tag, or the absence of a digest, is kept. */
const entryPath = (image: string, reference: Reference) => `${image}/${referenceText(reference).replace(':', '__')}`;

interface Wanted {
  context: Context;
  repository: RemoteRepository;
  /** As the upstream knows it. */
  image: string;
  reference: Reference;
}

/**
 * A manifest of a remote repository: a digest from the store if it is there, a tag while it is fresh, else from the upstream.
 * When the upstream fails, the tag's last known manifest is served.
 */
export async function fetchManifest(context: Context, repository: RemoteRepository, image: string, reference: Reference): Promise<FoundManifest | undefined> {
  let failure: unknown;
  for (const name of upstreamNames(repository, image)) {
    try {
      const found = await fetchKept(context, repository, keptManifest({ context, repository, image: name, reference }));
      if (!found) continue;
      learnName(repository, image, name);
      return found;
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

function keptManifest(wanted: Wanted): Kept<FoundManifest> {
  const { context, repository, image, reference } = wanted;
  const path = entryPath(image, reference);
  const findCopy = () => findManifest(context, repository, image, reference);
  return {
    kind: 'manifest',
    path,
    async findGood() {
      const stored = await findCopy();
      if (stored && 'digest' in reference) return stored;
      const entry = await readEntry(context, repository, path);
      if (!isFresh(entry)) return undefined;
      return entry.status === 'missing' ? null : stored;
    },
    findCopy,
    fetch: async () => (await refresh(wanted, await findCopy())) ?? null,
  };
}

async function remember({ context, repository, image, reference }: Wanted, state: 'present' | 'missing', digest?: string): Promise<void> {
  const missing = missingEntry(repository);
  const present = { ...missing, status: 'present' as const, etag: digest ?? null, freshUntil: freshUntil(repository, 'pointer') };
  await writeEntry(context, repository, entryPath(image, reference), state === 'missing' ? missing : present);
}

/** Only an outright 'not found' is believed and remembered: a refusal may be a matter of credentials, and leaves what is stored in place. */
async function absent(wanted: Wanted, status: number, stored: FoundManifest | undefined): Promise<FoundManifest | undefined> {
  if (!isGone(status)) return stored;
  await remember(wanted, 'missing');
  return undefined;
}

async function refresh(wanted: Wanted, stored: FoundManifest | undefined): Promise<FoundManifest | undefined> {
  const { context, repository, image, reference } = wanted;
  const call = { image, rest: `manifests/${referenceText(reference)}`, headers: { accept: manifestAccept } };
  if ('tag' in reference) {
    // Asking for the head alone is said not to count against the quotas of public registries.
    const head = await askRegistry(context, repository, { ...call, method: 'HEAD' });
    head.body.destroy();
    if (isAbsence(head.status)) return absent(wanted, head.status, stored);
    const digest = head.headers['docker-content-digest'];
    if (stored && digest === stored.digest) {
      await remember(wanted, 'present', digest);
      return stored;
    }
  }
  const answer = await askRegistry(context, repository, call);
  if (isAbsence(answer.status)) {
    answer.body.destroy();
    return absent(wanted, answer.status, stored);
  }
  const bytes = await readUpTo(answer.body, manifestLimit);
  await keep(wanted, bytes, answer.headers);
  return findManifest(context, repository, image, reference);
}

function verifiedDigest({ repository, reference }: Wanted, bytes: Buffer, promised: string | undefined): Digest {
  const digest = 'digest' in reference ? reference.digest : (parseDigest(promised ?? '') ?? { algorithm: 'sha256' as const, hex: '' });
  const hex = createHash(digest.algorithm).update(bytes).digest('hex');
  if (digest.hex !== '' && digest.hex !== hex) throw new AppError(upstreamWords.upstream_manifest_differs, { key: repository.key });
  return { algorithm: digest.algorithm, hex };
}

async function keep(wanted: Wanted, bytes: Buffer, headers: Record<string, string>): Promise<void> {
  const { context, repository, image, reference } = wanted;
  const length = headers['content-length'];
  if (length !== undefined && Number(length) !== bytes.length) throw new AppError(upstreamWords.upstream_manifest_broken_off, { key: repository.key });
  const digest = verifiedDigest(wanted, bytes, headers['docker-content-digest']);
  const manifest = await parseUpstream(wanted, bytes, headers['content-type']);
  const tags = 'tag' in reference ? [reference.tag] : [];
  await commitManifest(context, repository, { actor: 'remote', image, digest, tags, bytes, manifest, overwrite: true });
  if (tags.length > 0) await remember(wanted, 'present', digestText(digest));
}

async function parseUpstream({ context, repository }: Wanted, bytes: Buffer, contentType: string | undefined) {
  try {
    return await readManifestIn(context, bytes, contentType);
  } catch (cause) {
    throw new AppError(upstreamWords.upstream_sent_no_manifest, { key: repository.key, reason: (cause as Error).message }, { cause });
  }
}
