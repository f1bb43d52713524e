import { containerFormats } from '@packhouse/contract/repositories/format-ids.ts';
import type { PackageFacts } from '@packhouse/formats/format.ts';
import { sql } from 'kysely';
import type { Db } from '../../schema.ts';

/** Tags of an image after `after`, in byte order; undefined when the repository has no such image. */
export async function selectTags(
  db: Db,
  repositoryId: number,
  image: string,
  page: { after?: string | undefined; limit?: number | undefined },
): Promise<string[] | undefined> {
  const { rows } = await sql<{ version: string }>`
    select v.version from package p join version v on v.package_id = p.id
    where p.repository_id = ${repositoryId} and p.name = ${image} and (${page.after ?? null}::text is null or v.version collate "C" > ${page.after ?? null})
    order by v.version collate "C" limit ${page.limit ?? null}`.execute(db);
  if (rows.length > 0) return rows.map((row) => row.version);
  return (await hasImage(db, repositoryId, image)) ? [] : undefined;
}

/** An image is known by its tags or by anything stored below its name. */
async function hasImage(db: Db, repositoryId: number, image: string): Promise<boolean> {
  const { rows } = await sql`
    select from folder where repository_id = ${repositoryId} and path = ${`${image}/_layers`}
    union all select from artifact where repository_id = ${repositoryId} and folder ~>=~ ${`${image}/sha`} and folder ~<~ ${`${image}/sha~`} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Images of docker repositories in the order of `<key>/<image>`. */
export async function selectImages(
  db: Db,
  page: { after?: string | undefined; limit: number; key?: string | undefined },
): Promise<readonly { repositoryId: number; key: string; image: string }[]> {
  const { rows } = await sql<{ repositoryId: number; key: string; image: string }>`
    select r.id as "repositoryId", r.key, p.name as image from repository r join package p on p.repository_id = r.id
    where r.format = any(${containerFormats}::text[]) and (${page.key ?? null}::text is null or r.key = ${page.key ?? null})
      and (${page.after ?? null}::text is null or (r.key || '/' || p.name) collate "C" > ${page.after ?? null})
      and exists (select from version v where v.package_id = p.id)
    order by (r.key || '/' || p.name) collate "C" limit ${page.limit}`.execute(db);
  return rows;
}

/** Manifests of an image that name `digest` as their subject, oldest first. */
export async function selectReferrers(
  db: Db,
  repositoryId: number,
  image: string,
  digest: string,
): Promise<readonly { path: string; sha256: string; size: number }[]> {
  const { rows } = await sql<{ path: string; sha256: string; size: number }>`
    select a.path, a.sha256, b.size from property p join artifact a on a.id = p.artifact_id join blob b on b.sha256 = a.sha256
    where p.key = 'oci.subject' and p.value = ${digest} and a.repository_id = ${repositoryId}
      and a.folder ~>=~ ${`${image}/`} and a.folder ~<~ ${`${image}0`}
    order by a.id`.execute(db);
  return rows;
}

/** Every path of a repository that holds these bytes. */
export async function selectPathsOfBlob(db: Db, repositoryId: number, sha256: string): Promise<string[]> {
  const rows = await db.selectFrom('artifact').select('path').where('repository_id', '=', repositoryId).where('sha256', '=', sha256).execute();
  return rows.map((row) => row.path);
}

/** Places anywhere that hold a blob under its digest's own name. */
export async function selectBlobHolders(db: Db, fileName: string): Promise<readonly { repositoryId: number; path: string; sha256: string }[]> {
  return db.selectFrom('artifact').select(['repository_id as repositoryId', 'path', 'sha256']).where(sql`lower(name)`, '=', fileName).limit(500).execute();
}

/** The tags of an image with the moments at which they expire; none as long as not one has expired, which most images can be asked without effort. */
export async function selectTagExpiries(db: Db, repositoryId: number, image: string): Promise<readonly { sha256: string; expiresAt: Date | null }[]> {
  const within = sql`repository_id = ${repositoryId} and lead and folder ~>=~ ${`${image}/`} and folder ~<~ ${`${image}0`}`;
  const { rows } = await sql<{ sha256: string; expiresAt: Date | null }>`
    select sha256, expires_at as "expiresAt" from artifact where ${within} and exists (select from artifact where ${within} and expires_at <= now())`.execute(
    db,
  );
  return rows;
}

/** SHA-256 of every index that an image's repository holds of it, tagged or not. */
export async function selectIndexes(db: Db, repositoryId: number, image: string, types: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select distinct a.sha256 from artifact a join property p on p.artifact_id = a.id
    where a.repository_id = ${repositoryId} and a.folder ~>=~ ${`${image}/`} and a.folder ~<~ ${`${image}0`}
      and p.key = 'docker.manifest.type' and p.value = any(${types}::text[])`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

export async function selectProperty(db: Db, artifactId: number, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('property').select('value').where('artifact_id', '=', artifactId).where('key', '=', key).limit(1).executeTakeFirst();
  return row?.value;
}

/** Keys of properties we wrote ourselves, which do not outlive the manifest they describe. */
export async function selectOwnPropertyKeys(db: Db, artifactId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('property')
    .select('key')
    .distinct()
    .where('artifact_id', '=', artifactId)
    .where(({ or, eb }) => or([eb('key', 'like', 'docker.%'), eb('key', 'like', 'oci.%'), eb('key', 'in', ['sha256', 'sha512'])]))
    .execute();
  return rows.map((row) => row.key);
}

/** Is the name published in one of these local repositories, so that it must not be looked for upstream? */
export async function selectClaim(db: Db, image: string, repositoryIds: readonly number[]): Promise<boolean> {
  if (repositoryIds.length === 0) return false;
  const row = await db
    .selectFrom('name_claim')
    .select('repository_id')
    .where('format', 'in', containerFormats)
    .where('name', '=', image)
    .where('repository_id', 'in', repositoryIds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Facts of the version an artifact belongs to. */
export async function selectFacts(db: Db, artifactId: number): Promise<PackageFacts | undefined> {
  const row = await db
    .selectFrom('artifact')
    .innerJoin('version', 'version.id', 'artifact.version_id')
    .select('version.facts')
    .where('artifact.id', '=', artifactId)
    .executeTakeFirst();
  return row?.facts;
}
