import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';

/** Nobody changes what a release bundle consists of, administrators neither. @throws AppError `method_not_allowed` */
export function requireUnsealed({ key }: { key: string }): void {
  if (!isReleaseBundleRepository(key)) return;
  throw new AppError(storageWords.repository_sealed, { key });
}
