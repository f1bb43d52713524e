import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { Context } from '../context.ts';
import type { LocalRepository, Repository } from './directory.ts';

/** Where a repository's uploads go: a local one's into itself, a virtual one's into its default. @throws AppError `method_not_allowed` */
export async function readDeployment(context: Context, repository: Repository): Promise<LocalRepository> {
  if (repository.class === 'local') return repository;
  if (repository.class === 'remote') throw new AppError(storageWords.upload_to_remote, { key: repository.key });
  const key = repository.settings.defaultDeployment;
  const target = key === undefined ? undefined : await context.directory.find(key);
  if (target?.class !== 'local') throw new AppError(storageWords.no_default_deployment, { key: repository.key });
  return target;
}
