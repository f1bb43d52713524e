import { AppError } from '@packhouse/contract/errors.ts';
import type { Context } from '../context.ts';
import type { LocalRepository, Repository } from './directory.ts';

/** Where a repository's uploads go: a local one's into itself, a virtual one's into its default. @throws AppError `method_not_allowed` */
export async function deploymentOf(context: Context, repository: Repository): Promise<LocalRepository> {
  if (repository.class === 'local') return repository;
  if (repository.class === 'remote')
    throw new AppError('method_not_allowed', { message: `${repository.key} is a remote repository; upload to a local or a virtual one` });
  const key = repository.settings.defaultDeployment;
  const target = key === undefined ? undefined : await context.directory.find(key);
  if (target?.class !== 'local')
    throw new AppError('method_not_allowed', {
      message: `${repository.key} has no default deployment repository; an administrator can choose one of its local members`,
    });
  return target;
}
