import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { buildRepositorySuffix, commonBuildRepository } from '@packhouse/contract/repository-keys.ts';

/** Key of the repository that holds the documents of a project's builds. */
export function buildRepositoryKey(project: string | null | undefined): string {
  if (!project) return commonBuildRepository;
  if (!/^[A-Za-z0-9][A-Za-z0-9-]{0,127}$/.test(project)) throw new AppError(storageWords.project_key_invalid, { key: project });
  return `${project}${buildRepositorySuffix}`;
}
