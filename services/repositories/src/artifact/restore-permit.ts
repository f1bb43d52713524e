import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { type Actor, authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { requireDeployable } from '../directory/accepted-paths.ts';
import { readResource, type StoringRepository } from '../directory/directory.ts';

/**
 * Who restores needs 'read' and 'deploy' where a file was deleted, for it leaves the trash and may go elsewhere, and 'deploy' where it goes.
 * `asked` is the place that was named.
 */
export function restorePermit(actor: Actor, repository: StoringRepository, asked: string): (from: string, to: string) => void {
  return (from, to) => {
    const origin = readResource(repository, from);
    if (!isAllowed(actor, 'read', origin) || !isAllowed(actor, 'deploy', origin)) {
      if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
      // Names of what was deleted are not for everybody.
      throw new AppError(storageWords.restore_needs_read_and_deploy, { key: repository.key, path: asked });
    }
    authorise(actor, 'deploy', readResource(repository, to));
    requireDeployable(repository, to);
  };
}
