import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { deleteArtifacts } from './artifact-queries.ts';
import { insertTrash } from './trash-queries.ts';

/** Takes files away in the transaction that puts others into the same folders and versions, so that neither needs tidying. */
export async function takeAway(
  context: Context,
  tx: Transaction<RepositoriesSchema>,
  repository: Repository,
  ids: readonly number[],
  actor: string,
  { trash = true }: { trash?: boolean } = {},
): Promise<void> {
  if (ids.length === 0) return;
  if (trash && repository.class === 'local') await insertTrash(tx, repository.key, ids, { actor, archived: false });
  await context.hooks.forgetEntries(tx, repository, ids);
  await deleteArtifacts(tx, ids);
}
