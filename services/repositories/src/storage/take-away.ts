import { sql, type Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import type { Db, RepositoriesSchema } from '../schema.ts';

/** Keeps what is about to be deleted, with its properties, for whoever wants it back. */
export async function insertTrash(tx: Db, key: string, ids: readonly number[], actor: string): Promise<void> {
  await sql`
    insert into trash (repository_key, path, sha256, properties, created_at, created_by, deleted_by)
    select ${key}, a.path, a.sha256,
      coalesce((select json_object_agg(key, values) from (select key, json_agg(value) as values from property where artifact_id = a.id group by key) grouped), '{}')::jsonb,
      a.created_at, a.created_by, ${actor}
    from artifact a where a.id = any(${ids}::bigint[])`.execute(tx);
}

/** Takes files away in the transaction that puts others into the same folders and versions, so that neither needs tidying. */
export async function takeAway(
  context: Context,
  tx: Transaction<RepositoriesSchema>,
  repository: Repository,
  ids: readonly number[],
  actor: string,
): Promise<void> {
  if (ids.length === 0) return;
  if (repository.class === 'local') await insertTrash(tx, repository.key, ids, actor);
  await context.hooks.forgetEntries(tx, repository, ids);
  await sql`delete from artifact where id = any(${ids}::bigint[])`.execute(tx);
}
