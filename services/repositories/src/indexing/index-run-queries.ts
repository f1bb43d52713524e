import type { Said } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

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

export async function upsertWaitingRun(db: Db, repositoryId: number, requestedBy: string): Promise<void> {
  await sql`
    insert into index_run (repository_id, requested_by) values (${repositoryId}, ${requestedBy})
    on conflict (repository_id) do update set status = 'waiting', requested_by = excluded.requested_by, requested_at = now(), finished_at = null, total = 0, done = 0,
      last_path = null, message = null, said = null`.execute(db);
}

/** Begins at the first file, or goes on after `place`. */
export async function upsertRunningRun(db: Db, repositoryId: number, place: string | null): Promise<void> {
  await sql`
    insert into index_run (repository_id, status, requested_by, total)
    select ${repositoryId}, 'running', '', count(*) from artifact where repository_id = ${repositoryId}
    on conflict (repository_id) do update set status = 'running', finished_at = null, message = null, said = null, total = excluded.total,
      done = case when ${place !== null} then index_run.done else 0 end, last_path = ${place}`.execute(db);
}

export async function updateRunPlace(db: Db, repositoryId: number, { path, seen }: { path: string; seen: number }): Promise<void> {
  await sql`update index_run set done = ${seen}, last_path = ${path} where repository_id = ${repositoryId}`.execute(db);
}

export async function updateEndedRun(db: Db, repositoryId: number, failure: Said | null): Promise<void> {
  const status = failure === null ? 'finished' : 'failed';
  const { message, said } = keepSaid(failure);
  await sql`
    update index_run set status = ${status}, finished_at = now(), message = ${message}, said = ${said}::jsonb where repository_id = ${repositoryId}`.execute(
    db,
  );
}
