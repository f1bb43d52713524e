import type { Readable } from 'node:stream';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { ReleaseBundlePlace } from '@packhouse/peers/release-bundle-storage.ts';
import type { Context } from '../context.ts';
import { everything } from '../directory/sight.ts';
import { commit } from '../storage/commit.ts';
import { walkFiles } from '../storage/listing-queries.ts';
import { removeArtifacts } from '../storage/removal.ts';
import { findReadableBlob } from '../storage/stored-artifact.ts';
import { needReleaseBundleRepository } from './keep-files.ts';
import { selectUncompleted } from './release-bundle-file-queries.ts';
import { incomingFolder, keptFolder } from './release-bundle-folders.ts';

export async function incoming(context: Context, place: ReleaseBundlePlace): Promise<Set<string>> {
  const repository = await needReleaseBundleRepository(context, place.repository);
  const there = new Set<string>();
  // What is kept already was verified: a publishing that was interrupted at its end goes on from there.
  for (const folder of [incomingFolder(place), keptFolder(place)])
    for await (const file of walkFiles(context, { repositoryId: repository.id, folder, sight: everything })) there.add(file.sha256);
  return there;
}

async function put(
  context: Context,
  place: ReleaseBundlePlace,
  sha256: string,
  content: Parameters<typeof commit>[2]['files'][number]['content'],
  actor: Actor,
) {
  const repository = await needReleaseBundleRepository(context, place.repository);
  const file = { path: `${incomingFolder(place)}/${sha256}`, content, mayReplace: false };
  await commit(context, repository, { actor: actor.name, overwrite: false, files: [file], ofBundle: true });
}

/** A checksum alone is no permission: only content that the caller may read anyway. */
export async function adopt(context: Context, place: ReleaseBundlePlace, sha256: string, actor: Actor): Promise<boolean> {
  const blob = await findReadableBlob(context, actor, { sha256 });
  if (!blob) return false;
  await put(context, place, sha256, { sha256: blob.sha256 }, actor);
  return true;
}

export async function receive(context: Context, place: ReleaseBundlePlace, sha256: string, body: Readable, actor: Actor): Promise<void> {
  const staged = await context.platform.blobs.stage(body);
  try {
    if (staged.sha256 !== sha256) throw new AppError(distributionWords.arrived_sha256_differs, { actual: staged.sha256, expected: sha256 });
    await put(context, place, sha256, staged, actor);
  } finally {
    await staged.discard();
  }
}

/** Forgets what came in for versions that were never completed. */
export async function forgetIncoming(context: Context, before: Date): Promise<void> {
  for (const repository of await context.directory.list()) {
    if (repository.class !== 'local' || !isReleaseBundleRepository(repository.key)) continue;
    for (const folder of await selectUncompleted(context.db, repository.id, before))
      await removeArtifacts(context, repository, { actor: 'system', folder, permanently: true, ofBundle: true });
  }
}
