import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { type Listed, noteListed } from './copy-queries.ts';

/** A file that the upstream lists, beside what is stored of it here. */
export interface ListedState extends Listed {
  /** Nothing where it is not stored here. */
  artifactId: number | null;
  /** The very content is here. */
  isSame: boolean;
  properties: Record<string, string[]>;
}

/** Writes down that the upstream has these files, and answers what is here of each. */
export async function noteThere(db: Db, replicationId: number, repositoryId: number, run: number, files: readonly Listed[]): Promise<ListedState[]> {
  const listed = JSON.stringify(files);
  await noteListed(db, replicationId, repositoryId, run, files);
  // Whatever content it has there now, it is not gone.
  await sql`
    update replication_copy c set seen_by = ${run}::bigint from jsonb_to_recordset(${listed}::jsonb) as listed (path text)
    where c.replication_id = ${replicationId} and c.path = listed.path`.execute(db);
  const { rows } = await sql<ListedState>`
    select listed.path, listed.sha256, listed.sha1, a.id as "artifactId",
      coalesce(b.sha256 = listed.sha256 or (listed.sha256 = '' and b.sha1 = listed.sha1), false) as "isSame",
      coalesce((select jsonb_object_agg(key, values) from (select key, jsonb_agg(value order by value) as values from property where artifact_id = a.id group by key) grouped),
        '{}') as properties
    from jsonb_to_recordset(${listed}::jsonb) as listed (path text, sha256 text, sha1 text)
      left join artifact a on a.repository_id = ${repositoryId} and a.path = listed.path
      left join blob b on b.sha256 = a.sha256
    order by listed.path`.execute(db);
  return rows;
}

/** What came from the upstream, is here as it came, and was not listed there by this run, page by page. */
export async function selectGoneThere(
  db: Db,
  { replicationId, repositoryId, run }: { replicationId: number; repositoryId: number; run: number },
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select c.path from replication_copy c join artifact a on a.repository_id = ${repositoryId} and a.path = c.path and a.sha256 = c.sha256
    where c.replication_id = ${replicationId} and c.seen_by is distinct from ${run}::bigint and c.path > ${after}
    order by c.path limit ${limit}`.execute(db);
  return rows.map(({ path }) => path);
}

/** Forgets what neither the upstream has nor is here as it came. */
export async function forgetVanished(db: Db, replicationId: number, repositoryId: number, run: number): Promise<void> {
  await sql`
    delete from replication_copy c where c.replication_id = ${replicationId} and c.seen_by is distinct from ${run}::bigint
      and not exists (select from artifact a where a.repository_id = ${repositoryId} and a.path = c.path and a.sha256 = c.sha256)`.execute(db);
}
