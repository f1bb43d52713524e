import { AppError } from '@packhouse/contract/errors.ts';
import { growthLimits } from '@packhouse/contract/repositories/limits.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { Db } from '../schema.ts';
import { hasTooManyProperties, type Properties, selectOvergrown } from './commit-queries.ts';

/** @throws AppError `bad_request` for more tags than a package may have */
export function requireFewTags(count: number): void {
  const { most } = growthLimits.tags;
  if (count > most) throw new AppError(storageWords.package_has_too_many_tags, { most });
}

/** Refuses what has grown beyond its limit in this transaction, which is undone. @throws AppError `bad_request` */
export async function requireModestGrowth(db: Db, packageIds: readonly number[], artifactIds: readonly number[]): Promise<void> {
  if (packageIds.length === 0) return;
  const [versions, files] = [growthLimits.versions.most, growthLimits.files.most];
  const overgrown = await selectOvergrown(db, packageIds, artifactIds, { versions, files });
  if (overgrown.versions) throw new AppError(storageWords.package_has_too_many_versions, { most: versions });
  if (overgrown.files) throw new AppError(storageWords.version_has_too_many_files, { most: files });
}

/** @throws AppError `bad_request` for more values of properties than one place may have */
export function requireFewProperties(properties: Properties): void {
  const { most } = growthLimits.properties;
  const count = Object.values(properties).reduce((sum, values) => sum + values.length, 0);
  if (count > most) throw new AppError(storageWords.too_many_properties, { most });
}

/** Refuses what has got too many properties in this transaction, which is undone. @throws AppError `bad_request` */
export async function requireFewPropertiesOf(db: Db, artifactIds: readonly number[]): Promise<void> {
  const { most } = growthLimits.properties;
  if (await hasTooManyProperties(db, artifactIds, most)) throw new AppError(storageWords.too_many_properties, { most });
}
