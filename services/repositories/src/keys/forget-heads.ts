import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { removeArtifacts } from '../storage/removal.ts';
import { deleteHeadEntries, selectHeadPaths } from './head-queries.ts';

/** Whose signature was good with the keys of before must show it anew: within the change of the keys, so that nothing is served in between. */
export async function forgetVerdicts(context: Context, tx: Transaction<RepositoriesSchema>, repository: { id: number; key: string }): Promise<void> {
  await deleteHeadEntries(tx, repository.id);
  await context.platform.outbox.publish(tx, {
    type: 'repository.cache.expired',
    subject: repository.key,
    data: { repository: repository.key, class: 'remote', path: '' },
  });
}

/** Takes the stored heads away for those who look at stored files without asking for listings: people who download, copy or move them. */
export async function removeHeads(context: Context, repository: RemoteRepository, actor: string): Promise<void> {
  context.remotes.rests.clear();
  const paths = await selectHeadPaths(context.db, repository.id);
  if (paths.length > 0) await removeArtifacts(context, repository, { actor, paths, permanently: true });
}
