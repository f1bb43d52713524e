import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { lockBlobs, upsertBlobs } from './blob-queries.ts';

type Content = StagedBlob | { sha256: string };

/** The new bytes among these. */
export function getStaged(files: readonly { content: Content }[]): StagedBlob[] {
  return files.map((file) => file.content).filter((content): content is StagedBlob => 'promote' in content);
}

/**
 * Makes bytes durable and their rows safe from garbage collection until the transaction ends; answers how large each content is.
 * @throws AppError `artifact_not_found` when bytes that must be there are not
 */
export async function holdBlobs(
  context: { platform: Pick<Context['platform'], 'blobs'> },
  tx: Transaction<RepositoriesSchema>,
  files: readonly { content: Content }[],
): Promise<ReadonlyMap<string, number>> {
  const { blobs } = context.platform;
  const staged = getStaged(files);
  const isStaged = new Set(staged.map((blob) => blob.sha256));
  const held = await lockBlobs(
    tx,
    files.map((file) => file.content.sha256),
    staged,
  );
  if (files.some(({ content }) => !isStaged.has(content.sha256) && !held.has(content.sha256))) throw new AppError('artifact_not_found');
  // A row that is in order was committed after its bytes were durable; only should they have been lost are they written again.
  const isKept = await Promise.all(
    staged.map(async ({ sha256, sha512, size }) => {
      const row = held.get(sha256);
      return row?.isInOrder === true && (sha512 === undefined || row.hasSha512) && (await blobs.size(sha256)) === size;
    }),
  );
  const fresh = staged.filter((_, index) => !isKept[index]);
  const sizes = new Map([...[...held].map(([sha256, { size }]) => [sha256, size] as const), ...staged.map(({ sha256, size }) => [sha256, size] as const)]);
  if (fresh.length === 0) return sizes;
  // The rows of those that nobody knew were made when they were asked for.
  const damaged = fresh.filter(({ sha256 }) => held.has(sha256));
  if (damaged.length > 0) await upsertBlobs(tx, damaged);
  // Garbage collection deletes bytes under the same row lock, so from here on they stay.
  for (const blob of fresh) {
    await blob.promote();
    // Promoting is done once; bytes that an earlier attempt of this commit left behind may have been collected since.
    if ((await blobs.size(blob.sha256)) !== blob.size) throw new AppError(storageWords.upload_not_kept);
  }
  return sizes;
}
