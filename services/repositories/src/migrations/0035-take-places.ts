import { type Kysely, sql } from 'kysely';

/**
 * Takes places for a transaction and answers what stands there, in one call instead of two: each file that is stored asks for both. What stands there is
 * looked at after the locks are had, for every statement of the function sees what was committed before it began.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function take_places(repository bigint, above text[], places text[])
      returns table (path text, folder boolean, id bigint, sha256 text, size bigint)
      language plpgsql volatile set search_path from current as $$
    #variable_conflict use_column
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended(repository || '/' || place, 0)) from unnest(above) as place;
      perform pg_advisory_xact_lock(hashtextextended(repository || '/' || place, 0)) from unnest(places) as place;
      return query
        select file.path, false, file.id, file.sha256, (select blob.size from blob where blob.sha256 = file.sha256)
        from artifact as file where file.repository_id = repository and file.path = any(places || above);
      return query
        select held.path, true, null::bigint, null::text, null::bigint
        from folder as held where held.repository_id = repository and held.path = any(places || above);
    end $$;
  `.execute(db);
}
