import { sql } from 'kysely';
import type { RemoteRepository } from '../directory/directory.ts';
import type { Db } from '../schema.ts';

/** What an upstream said of when a version was published, and when it was asked. */
export interface VersionTime {
  version: string;
  published_at: Date | null;
  asked_at: Date;
}

/** What the upstream said of versions of a package, while the repository leads to the same one. */
export function selectVersionTimes(db: Db, { id, settings }: RemoteRepository, name: string, versions: readonly string[]): Promise<VersionTime[]> {
  return db
    .selectFrom('version_time')
    .select(['version', 'published_at', 'asked_at'])
    .where('repository_id', '=', id)
    .where('url', '=', settings.url)
    .where('package', '=', name)
    .where('version', '=', sql<string>`any(${versions}::text[])`)
    .execute();
}

/** Keeps what an upstream said; always in the same order, so that two writers do not wait for each other. */
export async function keepVersionTimes(
  db: Db,
  { id, settings }: RemoteRepository,
  name: string,
  times: readonly { version: string; published: Date | null }[],
): Promise<void> {
  const document = JSON.stringify(times);
  await sql`
    insert into version_time (repository_id, url, package, version, published_at)
    select ${id}, ${settings.url}, ${name}, given.version, given.published
    from jsonb_to_recordset(${document}::jsonb) as given (version text, published timestamptz)
    order by given.version
    on conflict (repository_id, package, version) do update
      set url = excluded.url, published_at = excluded.published_at, asked_at = excluded.asked_at`.execute(db);
}
