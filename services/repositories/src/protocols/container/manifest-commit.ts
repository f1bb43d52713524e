import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { configLimit } from '@packhouse/formats/container/image-facts.ts';
import type { Manifest } from '@packhouse/formats/container/manifest.ts';
import { blobPath, type Digest, digestText, manifestPath, needDigest, tagPath } from '@packhouse/formats/container/reference.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Context } from '../../context.ts';
import type { StoringRepository } from '../../directory/directory.ts';
import { type CommitFile, commit } from '../../storage/commit.ts';
import { findArtifact } from '../../storage/stored-artifact.ts';
import { selectOwnPropertyKeys } from './container-queries.ts';
import { describeImageIn } from './manifest-reading.ts';
import { rememberManifest } from './manifest-store.ts';

export interface NewManifest {
  actor: string;
  image: string;
  digest: Digest;
  tags: readonly string[];
  bytes: Buffer;
  manifest: Manifest;
  /** The actor may move tags that exist. */
  overwrite: boolean;
  /** Digests of blobs without which the manifest may not be stored. */
  needs?: readonly string[] | undefined;
}

/** The bytes of the config blob, where the repository holds it. */
export async function getConfig(context: Context, repository: StoringRepository, image: string, manifest: Manifest): Promise<Buffer | undefined> {
  if (!manifest.config || manifest.config.size > configLimit) return undefined;
  const stored = await findArtifact(context, repository.id, blobPath(image, needDigest(manifest.config.digest)));
  if (!stored || stored.size > configLimit) return undefined;
  return readUpTo(await context.platform.blobs.open(stored.sha256), configLimit);
}

/** What the tag's earlier manifest said of itself goes; what users set stays. */
async function outdatedProperties(context: Context, repositoryId: number, path: string, sha256: string): Promise<Record<string, readonly string[]>> {
  const before = await findArtifact(context, repositoryId, path);
  if (!before || before.sha256 === sha256) return {};
  return Object.fromEntries((await selectOwnPropertyKeys(context.db, before.id)).map((key) => [key, []]));
}

/** Stores a manifest under its digest and its tags, all of them in one transaction. */
export async function commitManifest(context: Context, repository: StoringRepository, wanted: NewManifest): Promise<void> {
  const { image, manifest, bytes } = wanted;
  const digest = digestText(wanted.digest);
  const sha256 = wanted.digest.algorithm === 'sha256' ? wanted.digest.hex : createHash('sha256').update(bytes).digest('hex');
  const [config, known, outdated] = await Promise.all([
    getConfig(context, repository, image, manifest),
    findArtifact(context, repository.id, manifestPath(image, wanted.digest)),
    Promise.all(wanted.tags.map((tag) => outdatedProperties(context, repository.id, tagPath(image, tag, manifest.kind), sha256))),
  ]);
  const described = { image, digest, references: [digest, ...wanted.tags], manifest };
  const { facts, properties } = await describeImageIn(context, described, bytes, config);
  // Setting one more tag is the most frequent push of all; the bytes need not be written again for it.
  const isKnown = known?.sha256 === sha256;
  const content = isKnown
    ? { sha256 }
    : await context.platform.blobs.stage(Readable.from([bytes]), { sha512: wanted.digest.algorithm === 'sha512', isOwn: repository.class === 'remote' });
  const files: CommitFile[] = [
    {
      path: manifestPath(image, wanted.digest),
      content,
      properties: properties[0],
      mayReplace: false,
    },
  ];
  for (const [index, tag] of wanted.tags.entries()) {
    files.push({
      path: tagPath(image, tag, manifest.kind),
      content: { sha256 },
      location: { package: image, version: tag, lead: true },
      facts,
      properties: {
        ...outdated[index],
        ...properties[index + 1],
      },
      mayReplace: true,
      // A tag stands for an image or for an index, never for both.
      instead: tagPath(image, tag, manifest.kind === 'index' ? 'image' : 'index'),
    });
  }
  const keeps = wanted.needs && [...wanted.needs.map((text) => blobPath(image, needDigest(text))), manifestPath(image, wanted.digest)];
  await commit(context, repository, { actor: wanted.actor, files, overwrite: wanted.overwrite, keeps });
  rememberManifest(sha256, { bytes, mediaType: manifest.mediaType });
}
