import { AppError } from '@packhouse/contract/errors.ts';
import { expiryProperty, longestPropertyValue, propertyKey } from '@packhouse/contract/repositories/artifact-routes.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import type { Db, RepositoriesSchema } from '../schema.ts';
import { type ChangedValue, mergeProperties, type Properties, touchMentions } from './commit-queries.ts';
import { requireExpiryDates } from './expiry.ts';
import { type DescribedFile, listPropertyChanges, makePropertyChanges } from './file-events.ts';
import { requireFewProperties, requireModestGrowth } from './growth.ts';
import { deleteProperties, idsBelow, selectFolderProperties, selectNamed, touchPackagesOf, updateFolderProperties } from './property-queries.ts';
import { requireUnsealed } from './sealed.ts';

/** @throws AppError `bad_request` for a key or a value that no property can have */
export function requireProperties(properties: Properties): void {
  requireFewProperties(properties);
  for (const [key, values] of Object.entries(properties)) {
    if (!propertyKey.test(key)) throw new AppError(storageWords.property_key_unfit, { key });
    if (key === expiryProperty) requireExpiryDates(values);
    if (values.some((value) => value.length > longestPropertyValue)) throw new AppError(storageWords.property_value_too_long, { key });
  }
}

export type PropertyPlace = { artifactId: number; path: string } | { folder: string; recursive: boolean };

/** Sets and removes properties of a file, or of a folder and, when recursive, of every file below it; answers how many files that were. */
export async function changeProperties(context: Context, repository: StoringRepository, place: PropertyPlace, change: PropertyChange): Promise<number> {
  requireUnsealed(repository);
  requireProperties(change.set ?? {});
  return context.db.transaction().execute(async (tx) => {
    const ids = 'artifactId' in place ? [place.artifactId] : place.recursive ? await idsBelow(tx, repository.id, place.folder) : [];
    const removed = await deleteProperties(tx, ids, change.remove ?? []);
    const merged = await mergeProperties(
      tx,
      ids.map((artifactId) => ({ artifactId, properties: change.set })),
    );
    await requireModestGrowth(tx, { described: ids });
    await context.hooks.refreshEntries(tx, repository, ids);
    const folders = 'folder' in place ? await changeFolder(tx, repository.id, place.folder, change) : [];
    const described = [...folders, ...(await describeFiles(tx, removed, merged, change))];
    await touchMentions(tx, repository, await touchPackagesOf(tx, ids));
    const path = 'folder' in place ? place.folder : place.path;
    const data = {
      repository: repository.key,
      class: repository.class,
      path,
      recursive: 'folder' in place && place.recursive,
      set: change.set ?? {},
      removed: change.remove ?? [],
      by: change.actor,
    };
    const event = { type: 'artifact.properties.changed', subject: `${repository.key}/${path}`, data };
    await context.platform.outbox.publish(tx, event, ...makePropertyChanges(repository, described, change.actor));
    await change.record?.(tx);
    return ids.length;
  });
}

/** Answers what has changed of the folder itself. */
async function changeFolder(db: Db, repositoryId: number, folder: string, change: PropertyChange): Promise<DescribedFile[]> {
  const before = await selectFolderProperties(db, repositoryId, folder);
  await updateFolderProperties(db, repositoryId, folder, change);
  const after = await selectFolderProperties(db, repositoryId, folder);
  requireFewProperties(after);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = keys
    .map((key) => ({ key, before: before[key] ?? [], after: after[key] ?? [] }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
  return [{ path: folder, size: 0, changes }];
}

/** Tells what has changed of each file. What is removed and set at once has only been set. */
async function describeFiles(
  db: Db,
  removed: readonly ChangedValue[],
  merged: readonly ChangedValue[],
  { set = {} }: PropertyChange,
): Promise<DescribedFile[]> {
  const byFile = Map.groupBy([...removed, ...merged], (value) => value.artifact_id);
  const named = await selectNamed(db, [...byFile.keys()]);
  return named.map(({ id, ...file }) => ({ ...file, changes: listPropertyChanges(byFile.get(id) ?? [], set) }));
}

export interface PropertyChange {
  actor: string;
  set?: Properties;
  remove?: readonly string[];
  /** Writes what belongs to the change, an entry of the audit log for instance, in its transaction. */
  record?: (tx: Transaction<RepositoriesSchema>) => Promise<void>;
}
