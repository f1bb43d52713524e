import { Readable } from 'node:stream';
import { archiveWords } from '@packhouse/contract/distribution/archive-words.ts';
import { archivedContent, archivedList } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { walkTar } from '@packhouse/formats/archive/walk-tar.ts';
import type { ArchivedVersion, ArchivePart, ReleaseBundlePlace } from '@packhouse/peers/release-bundle-storage.ts';
import { type PackEntry, packFolder } from '../artifact/pack-folder.ts';
import type { Context } from '../context.ts';
import { commit } from '../storage/commit.ts';
import { needReleaseBundleRepository } from './keep-files.ts';
import { keptFolder } from './release-bundle-folders.ts';

/** The same version makes the same archive. */
const modified = new Date(0);

export async function packArchive(context: Context, place: ReleaseBundlePlace, { signed, contents }: ArchivedVersion, by: string): Promise<string> {
  const store = await needReleaseBundleRepository(context, place.repository);
  const path = `${keptFolder(place)}/${place.name}-${place.version}.tar`;
  const list = Buffer.from(signed);
  async function* entries(): AsyncGenerator<PackEntry> {
    yield { path: archivedList, size: list.length, modified, open: async () => Readable.from([list]) };
    for (const [sha256, size] of contents) yield { path: archivedContent(sha256), size, modified, open: () => context.platform.blobs.open(sha256) };
  }
  const staged = await context.platform.blobs.stage(packFolder('tar', entries()));
  await commit(context, store, { actor: by, overwrite: true, files: [{ path, content: staged, mayReplace: true }], ofBundle: true });
  return path;
}

/** What reads an archive, with its failures told as those of the archive. */
async function* told<T>(reading: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* reading;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(archiveWords.archive_unreadable_here, { reason: (error as Error).message }, { cause: error });
  }
}

export async function* unpackArchive(body: Readable): AsyncGenerator<ArchivePart> {
  // Not the stream itself: whoever is refused in the middle of it is still to be answered.
  async function* read() {
    yield* body as AsyncIterable<Buffer>;
  }
  for await (const { name, size, open } of told(walkTar({ size: 0, open: read }, 'none')))
    yield { name, size, body: Readable.from(told(await open()), { objectMode: false }) };
}
