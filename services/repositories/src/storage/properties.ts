import { AppError } from '@packhouse/contract/errors.ts';
import { expiryProperty, longestPropertyValue, propertyKey } from '@packhouse/contract/repositories/artifact-routes.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import type { Db, RepositoriesSchema } from '../schema.ts';
import { mergeProperties, type Properties, touchMentions } from './commit-queries.ts';
import { requireExpiryDates } from './expiry.ts';
import { requireFewProperties, requireFewPropertiesOf } from './growth.ts';
import { idsBelow, selectFolderProperties, touchPackagesOf, updateFolderProperties } from './property-queries.ts';
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
    if (change.remove && change.remove.length > 0 && ids.length > 0)
      await tx.deleteFrom('property').where('artifact_id', 'in', ids).where('key', 'in', change.remove).execute();
    await mergeProperties(
      tx,
      ids.map((artifactId) => ({ artifactId, properties: change.set })),
    );
    await requireFewPropertiesOf(tx, ids);
    await context.hooks.refreshEntries(tx, repository, ids);
    if ('folder' in place) await changeFolder(tx, repository.id, place.folder, change);
    await touchMentions(tx, repository, await touchPackagesOf(tx, ids));
    const path = 'folder' in place ? place.folder : place.path;
    await context.platform.outbox.publish(tx, {
      type: 'artifact.properties.changed',
      subject: `${repository.key}/${path}`,
      data: {
        repository: repository.key,
        class: repository.class,
        path,
        recursive: 'folder' in place && place.recursive,
        set: change.set ?? {},
        removed: change.remove ?? [],
        by: change.actor,
      },
    });
    await change.record?.(tx);
    return ids.length;
  });
}

async function changeFolder(db: Db, repositoryId: number, folder: string, change: PropertyChange): Promise<void> {
  await updateFolderProperties(db, repositoryId, folder, change);
  requireFewProperties(await selectFolderProperties(db, repositoryId, folder));
}

export interface PropertyChange {
  actor: string;
  set?: Properties;
  remove?: readonly string[];
  /** Writes what belongs to the change, an entry of the audit log for instance, in its transaction. */
  record?: (tx: Transaction<RepositoriesSchema>) => Promise<void>;
}
