import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { buildRepositorySuffix, releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { always, every } from '@packhouse/kernel/database/conditions.ts';
import { type SqlBool, sql } from 'kysely';
import { usedByProject } from '../directory/project-queries.ts';
import { readable } from '../directory/readable-queries.ts';
import type { Db } from '../schema.ts';

/**
 * So many of the files that changed last are looked at. An image brings a file for each of its layers, so that these are far fewer versions; whoever has
 * published nothing among them has published nothing lately.
 */
const lookedThrough = 40_000;

export interface RecentRow {
  repoKey: string;
  path: string;
  format: FormatId;
  package: string | null;
  version: string | null;
  at: Date;
  by: string;
}

/** What was published last in local repositories, as far as the actor may read it. */
export async function selectRecent(
  db: Db,
  actor: Actor,
  { own, limit, projectKey }: { own: boolean; limit: number; projectKey?: string | undefined },
): Promise<RecentRow[]> {
  const fits = every([
    sql<SqlBool>`repository.class = 'local'`,
    sql<SqlBool>`repository.key not like ${`%${buildRepositorySuffix}`}`,
    sql<SqlBool>`('-' || repository.key) not like ${`%-${releaseBundleRepositoryKey}`}`,
    sql<SqlBool>`(artifact.lead or (artifact.version_id is null and repository.format = ${plainFormat}))`,
    projectKey === undefined ? always : usedByProject(projectKey),
    own ? sql<SqlBool>`artifact.modified_by = ${actor.name}` : always,
    readable(actor),
  ]);
  const { rows } = await sql<RecentRow>`
    select repository.key as "repoKey", artifact.path, repository.format, package.name as package, version.version, artifact.modified_at as at, artifact.modified_by as by
    from (select * from artifact order by modified_at desc, id desc limit ${lookedThrough}) artifact
    join repository on repository.id = artifact.repository_id
    left join version on version.id = artifact.version_id left join package on package.id = version.package_id
    where ${fits} order by artifact.modified_at desc, artifact.id desc limit ${limit}`.execute(db);
  return rows;
}
