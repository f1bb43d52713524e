import type { Said } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { sql } from 'kysely';
import { announced } from '../announce.ts';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import type { Db } from '../schema.ts';
import type { ReadingPlace } from '../storage/reindex.ts';

/** The last recalculation of a repository's index. */
export interface IndexRunRow {
  status: 'waiting' | 'running' | 'finished' | 'failed';
  requestedBy: string;
  requestedAt: Date;
  finishedAt: Date | null;
  total: number;
  done: number;
  lastPath: string | null;
  message: string | null;
  said: Pick<Said, 'reason' | 'values'> | null;
}

export async function selectIndexRun(db: Db, repositoryId: number): Promise<IndexRunRow | undefined> {
  const { rows } = await sql<IndexRunRow>`
    select status, requested_by as "requestedBy", requested_at as "requestedAt", finished_at as "finishedAt", total, done, last_path as "lastPath", message, said
    from index_run where repository_id = ${repositoryId}`.execute(db);
  return rows[0];
}

/** Tells whoever may read the repository that its recalculation has got further. */
function told(context: Context, repository: StoringRepository, write: ReturnType<typeof sql>): Promise<unknown> {
  const { key, class: repositoryClass, format } = repository;
  return announced(context, 'index.run', (tx) => write.execute(tx), key, { repository: key, class: repositoryClass, format });
}

export async function requestIndexRun(context: Context, repository: StoringRepository, requestedBy: string): Promise<void> {
  await told(
    context,
    repository,
    sql`
      insert into index_run (repository_id, requested_by) values (${repository.id}, ${requestedBy})
      on conflict (repository_id) do update set status = 'waiting', requested_by = excluded.requested_by, requested_at = now(), finished_at = null, total = 0, done = 0,
        last_path = null, message = null, said = null`,
  );
}

/** Begins, or goes on where a run was broken off; answers that place. */
export async function beginIndexRun(context: Context, repository: StoringRepository): Promise<ReadingPlace | undefined> {
  const known = await selectIndexRun(context.db, repository.id);
  const place = known?.status === 'running' || known?.status === 'failed' ? known.lastPath : null;
  await told(
    context,
    repository,
    sql`
      insert into index_run (repository_id, status, requested_by, total)
      select ${repository.id}, 'running', '', count(*) from artifact where repository_id = ${repository.id}
      on conflict (repository_id) do update set status = 'running', finished_at = null, message = null, said = null, total = excluded.total,
        done = case when ${place !== null} then index_run.done else 0 end, last_path = ${place}`,
  );
  return place === null ? undefined : { path: place, seen: known?.done ?? 0 };
}

export async function noteIndexRun(context: Context, repository: StoringRepository, { path, seen }: ReadingPlace): Promise<void> {
  await told(context, repository, sql`update index_run set done = ${seen}, last_path = ${path} where repository_id = ${repository.id}`);
}

export async function endIndexRun(context: Context, repository: StoringRepository, failure: Said | null): Promise<void> {
  const status = failure === null ? 'finished' : 'failed';
  const { message, said } = keepSaid(failure);
  await told(
    context,
    repository,
    sql`update index_run set status = ${status}, finished_at = now(), message = ${message}, said = ${said}::jsonb where repository_id = ${repository.id}`,
  );
}
