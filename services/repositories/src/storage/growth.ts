import { AppError } from '@packhouse/contract/errors.ts';
import { growthLimits } from '@packhouse/contract/repositories/limits.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { Db } from '../schema.ts';
import { type Grown, type Properties, selectOvergrown } from './commit-queries.ts';

/** @throws AppError `bad_request` for more tags than a package may have */
export function requireFewTags(count: number): void {
  const { most } = growthLimits.tags;
  if (count > most) throw new AppError(storageWords.package_has_too_many_tags, { most });
}

/** Refuses what has grown beyond its limit in this transaction, which is undone. @throws AppError `bad_request` */
export async function requireModestGrowth(db: Db, { packages = [], files = [], described = [] }: Partial<Grown>): Promise<void> {
  if (packages.length === 0 && described.length === 0) return;
  const most = { versions: growthLimits.versions.most, files: growthLimits.files.most, properties: growthLimits.properties.most };
  const overgrown = await selectOvergrown(db, { packages, files, described }, most);
  if (overgrown.versions) throw new AppError(storageWords.package_has_too_many_versions, { most: most.versions });
  if (overgrown.files) throw new AppError(storageWords.version_has_too_many_files, { most: most.files });
  if (overgrown.properties) throw new AppError(storageWords.too_many_properties, { most: most.properties });
}

/** @throws AppError `bad_request` for more values of properties than one place may have */
export function requireFewProperties(properties: Properties): void {
  const { most } = growthLimits.properties;
  const count = Object.values(properties).reduce((sum, values) => sum + values.length, 0);
  if (count > most) throw new AppError(storageWords.too_many_properties, { most });
}
