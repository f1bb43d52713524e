import { manifestLimit } from '@packhouse/formats/container/manifest.ts';
import { digestText, manifestPath, type Reference, tagPath } from '@packhouse/formats/container/reference.ts';
import { ForgetfulCache } from '@packhouse/limits/forgetful-cache.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import type { StoringRepository } from '../../directory/directory.ts';
import { findArtifact, type StoredArtifact } from '../../storage/stored-artifact.ts';
import { selectProperty } from './container-queries.ts';
import { readManifestIn } from './manifest-reading.ts';

export interface ManifestContent {
  bytes: Buffer;
  mediaType: string;
}

export interface FoundManifest extends ManifestContent {
  repository: StoringRepository;
  artifact: StoredArtifact;
  digest: string;
}

/** Contents by SHA-256 never change, so no one has to tell this memory anything. */
const contents = new ForgetfulCache<string, ManifestContent>({ maxSize: 32 * 1024 * 1024, sizeCalculation: ({ bytes }) => bytes.length + 200 });
/** The digest a tag was pushed under, when it is not the SHA-256; by artifact and moment of change. */
const digests = new LRUCache<string, string>({ max: 20_000 });

export async function readManifest(context: Pick<Context, 'platform' | 'readers'>, sha256: string): Promise<ManifestContent> {
  const known = contents.get(sha256);
  if (known) return known;
  const bytes = await readUpTo(await context.platform.blobs.open(sha256), manifestLimit);
  const content = { bytes, mediaType: (await readManifestIn(context, bytes)).mediaType };
  contents.set(sha256, content);
  return content;
}

export function rememberManifest(sha256: string, content: ManifestContent): void {
  contents.set(sha256, content);
}

async function digestOfTag(context: Context, artifact: StoredArtifact): Promise<string> {
  const key = `${artifact.id}/${artifact.modifiedAt.getTime()}/${artifact.sha256}`;
  const known = digests.get(key);
  if (known !== undefined) return known;
  const digest = (await selectProperty(context.db, artifact.id, 'docker.manifest.digest')) ?? `sha256:${artifact.sha256}`;
  digests.set(key, digest);
  return digest;
}

/** The file a tag stands for now. While a tag changes between image and index both files exist for a moment; the later one counts. */
export async function findTag(context: Context, repositoryId: number, image: string, tag: string): Promise<StoredArtifact | undefined> {
  const [single, list] = await Promise.all([
    findArtifact(context, repositoryId, tagPath(image, tag, 'image')),
    findArtifact(context, repositoryId, tagPath(image, tag, 'index')),
  ]);
  return single && list ? (single.modifiedAt > list.modifiedAt ? single : list) : (single ?? list);
}

/** A manifest that a repository has stored. */
export async function findManifest(context: Context, repository: StoringRepository, image: string, reference: Reference): Promise<FoundManifest | undefined> {
  const artifact =
    'tag' in reference
      ? await findTag(context, repository.id, image, reference.tag)
      : await findArtifact(context, repository.id, manifestPath(image, reference.digest));
  if (!artifact) return undefined;
  const digest = 'tag' in reference ? await digestOfTag(context, artifact) : digestText(reference.digest);
  return { repository, artifact, digest, ...(await readManifest(context, artifact.sha256)) };
}
