import type { LeadFile } from '@packhouse/peers/package-contents.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';

async function selectLeads(db: Db, condition: RawBuilder<unknown>): Promise<LeadFile[]> {
  const { rows } = await sql<LeadFile>`
    select artifact.id, repository.key as repository, repository.format, package.name as package, version.version, artifact.path, artifact.sha256,
      coalesce(version.facts->'licenses', '[]') as licences
    from artifact join version on version.id = artifact.version_id join package on package.id = version.package_id
      join repository on repository.id = artifact.repository_id
    where artifact.lead and ${condition}`.execute(db);
  return rows;
}

export function selectLeadsAt(db: Db, repository: string, paths: readonly string[]): Promise<LeadFile[]> {
  return selectLeads(db, sql`repository.key = ${repository} and artifact.path = any(${paths}::text[])`);
}

export function selectLeadsAfter(db: Db, id: number, limit: number): Promise<LeadFile[]> {
  return selectLeads(db, sql`artifact.id > ${id} order by artifact.id limit ${limit}`);
}

/** The content that is known by this SHA-512. */
export async function selectSha256(db: Db, sha512: string): Promise<string | undefined> {
  return (await db.selectFrom('blob').select('sha256').where('sha512', '=', sha512).limit(1).executeTakeFirst())?.sha256;
}
