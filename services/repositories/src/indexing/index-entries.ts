import { createHash } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { ListedFile } from '@packhouse/formats/indexed-listing.ts';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import { type ChangedBucket, hasChanges, insertChanges } from './index-change-queries.ts';
import { deleteEntries, type PlacedEntry, replaceEntries, selectListed, type Tx } from './index-entry-queries.ts';
import { addIndexJob } from './queue-build.ts';

/** A change renders one bucket of a list again; the others are kept as they are. */
const buckets = 256;

/** Packages are spread by their name, so that every version of one is in one bucket. */
export function getBucket(packageName: string): number {
  return createHash('sha1').update(packageName).digest().readUInt16BE(0) % buckets;
}

/** Files whose contents are read at once. */
const filesAtOnce = 50;
/** Characters of entries that are sent to the database at once. */
const textAtOnce = 8 * 1024 * 1024;

/**
 * Renders the entries of files again from their rows and marks what has changed. Only for local repositories with such listings.
 * @param refused takes what the format refuses; such a file is listed nowhere
 * @throws AppError `bad_request` what the format refuses, where nobody takes it
 */
export async function refreshEntries(
  context: Context,
  tx: Tx,
  repository: Repository,
  artifactIds: readonly number[],
  refused?: (path: string, error: AppError) => void,
): Promise<void> {
  const { indexed } = getFormat(repository.format);
  if (!indexed || repository.class !== 'local' || artifactIds.length === 0) return;
  const readEntries = (file: ListedFile) => {
    try {
      return indexed.entries(file);
    } catch (error) {
      if (!refused || !(error instanceof AppError)) throw error;
      refused(file.path, error);
      return [];
    }
  };
  let changed: ChangedBucket[] = [];
  // A folder may hold any number of files, and each may stand in many lists: no more than a part of them is held at a time.
  let ids: number[] = [];
  let entries: PlacedEntry[] = [];
  let length = 0;
  const flush = async () => {
    if (ids.length > 0) changed = distinctPlaces([...changed, ...(await replaceEntries(tx, repository.id, ids, entries))]);
    [ids, entries, length] = [[], [], 0];
  };
  for (let at = 0; at < artifactIds.length; at += filesAtOnce) {
    const part = artifactIds.slice(at, at + filesAtOnce);
    const files = await selectListed(tx, repository.format, part);
    for (const id of part) {
      const file = files.get(id);
      ids.push(id);
      for (const entry of file ? readEntries(file) : []) {
        entries.push({ ...entry, artifactId: id, bucket: getBucket(entry.package) });
        length += entry.text.length;
      }
      if (length >= textAtOnce) await flush();
    }
  }
  await flush();
  await markChanged(context, tx, repository, changed);
}

/** Marks the listings of files that are about to be deleted; their entries go with them. */
export async function forgetEntries(context: Context, tx: Tx, repository: Repository, artifactIds: readonly number[]): Promise<void> {
  if (!getFormat(repository.format).indexed || artifactIds.length === 0) return;
  await markChanged(context, tx, repository, await deleteEntries(tx, artifactIds));
}

const distinctPlaces = (changed: readonly ChangedBucket[]) => [...new Map(changed.map((one) => [`${one.scope}\n${one.list}\n${one.bucket}`, one])).values()];

/** Every change has a row of its own, so that nobody waits for anybody and the builder knows which changes it has seen. */
async function markChanged(context: Context, tx: Tx, repository: Repository, changed: readonly ChangedBucket[]): Promise<void> {
  if (changed.length === 0) return;
  const distinct = distinctPlaces(changed);
  for (const scope of new Set(distinct.map((one) => one.scope))) {
    // The job that waits for an earlier change takes this one along; queueing again would make all publishers wait for one row.
    if (!(await hasChanges(tx, repository.id, scope))) await addIndexJob(context, repository.key, scope, tx);
  }
  await insertChanges(tx, repository.id, distinct);
}
