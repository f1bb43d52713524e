import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { expireEntries } from './remote-entry-queries.ts';

/** What is stored at or below a path is asked for again the next time; answers how many entries that concerns. What is stored stays as the stale copy. */
export async function zapCache(context: Context, repository: RemoteRepository, folder: string, by: { actor: string; address: string }): Promise<number> {
  const count = await context.db.transaction().execute(async (tx) => {
    const expired = await expireEntries(tx, repository.id, folder);
    await context.platform.outbox.publish(tx, {
      type: 'repository.cache.expired',
      subject: repository.key,
      data: { repository: repository.key, class: repository.class, path: folder },
    });
    await context.platform.identity.audit(
      { ...by, action: 'repository.cache.expired', subject: repository.key, after: { path: folder, entries: expired } },
      tx,
    );
    return expired;
  });
  context.remotes.rests.clear();
  context.remotes.health.delete(repository.id);
  return count;
}
