import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { type Actor, authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { readResource, type StoringRepository } from '../directory/directory.ts';
import { everything } from '../directory/sight.ts';
import { walkFiles } from '../storage/listing-queries.ts';
import { removeArtifacts } from '../storage/removal.ts';
import { findArtifact } from '../storage/stored-artifact.ts';

/** Removes a file, or a folder when the caller may delete every file in it. @throws AppError `artifact_not_found` */
export async function removePath(
  context: Context,
  actor: Actor,
  repository: StoringRepository,
  path: string,
  options: { permanently?: boolean } = {},
): Promise<number> {
  const artifact = path === '' ? undefined : await findArtifact(context, repository.id, path);
  if (artifact) {
    authorise(actor, 'delete', readResource(repository, path));
    return removeArtifacts(context, repository, { actor: actor.name, paths: [path], ...options });
  }
  if (path !== '' && !(await context.lookups.isFolder({ repositoryId: repository.id, path }))) {
    authorise(actor, 'delete', readResource(repository, path));
    throw new AppError('artifact_not_found');
  }
  await authoriseFolder(context, actor, 'delete', repository, path);
  return removeArtifacts(context, repository, { actor: actor.name, folder: path, ...options });
}

/** The action must be allowed on every file of the folder; a permission's patterns may differ inside it. */
export async function authoriseFolder(
  context: Context,
  actor: Actor,
  action: 'read' | 'delete' | 'deploy' | 'annotate' | 'manage',
  repository: StoringRepository,
  folder: string,
): Promise<void> {
  authorise(actor, action, readResource(repository, folder));
  if (actor.administrator && !actor.scope) return;
  for await (const file of walkFiles(context, { repositoryId: repository.id, folder, sight: everything })) {
    if (isAllowed(actor, action, readResource(repository, file.path))) continue;
    if (isAllowed(actor, 'read', readResource(repository, file.path))) authorise(actor, action, readResource(repository, file.path));
    // Its name is not for them to know.
    throw new AppError(storageWords.action_needed_on_folder, { action, key: repository.key, path: folder });
  }
}
