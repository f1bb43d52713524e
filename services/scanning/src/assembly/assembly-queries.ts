import { releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import { sql } from 'kysely';
import type { AssemblyKind } from '../assembly-tables.ts';
import type { Db } from '../schema.ts';
import type { TargetRow } from '../target/target.ts';
import type { AssemblyRow } from './assembly.ts';

export interface Assembled {
  kind: AssemblyKind;
  repository: string;
  path: string;
  name: string;
  version: string;
  /** SHA-256 of what it consists of. */
  parts: readonly string[];
}

/** Writes what an assembly consists of, in place of what was known; one that is known as it is stays. Answers its id. */
export async function upsertAssembly(tx: Db, { parts, ...assembly }: Assembled): Promise<number> {
  const known = await tx
    .selectFrom('assembly')
    .select('id')
    .where('repository', '=', assembly.repository)
    .where('path', '=', assembly.path)
    .forUpdate()
    .executeTakeFirst();
  if (known && (await hasParts(tx, known.id, parts))) return known.id;
  const { id } = await tx
    .insertInto('assembly')
    .values(assembly)
    .onConflict((conflict) => conflict.columns(['repository', 'path']).doUpdateSet({ name: assembly.name, version: assembly.version }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`delete from assembly_part where assembly_id = ${id} and sha256 <> all(${parts}::text[])`.execute(tx);
  await sql`insert into assembly_part (assembly_id, sha256) select ${id}, sha256 from unnest(${parts}::text[]) as sha256 on conflict do nothing`.execute(tx);
  return id;
}

async function hasParts(db: Db, id: number, parts: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select coalesce(array_agg(sha256 order by sha256 collate "C"), '{}') = array(select distinct sha256 collate "C" from unnest(${parts}::text[]) as sha256 order by 1) as same
    from assembly_part where assembly_id = ${id}`.execute(db);
  return rows[0]?.same ?? false;
}

export async function deleteAssembly(db: Db, repository: string, path: string): Promise<void> {
  await db.deleteFrom('assembly').where('repository', '=', repository).where('path', '=', path).execute();
}

export async function deleteAssembliesOf(db: Db, repository: string): Promise<void> {
  await db.deleteFrom('assembly').where('repository', '=', repository).execute();
}

export function selectAssembly(db: Db, repository: string, path: string): Promise<AssemblyRow | undefined> {
  return db.selectFrom('assembly').selectAll().where('repository', '=', repository).where('path', '=', path).executeTakeFirst();
}

export function selectAssembliesById(db: Db, ids: readonly number[]): Promise<AssemblyRow[]> {
  return db.selectFrom('assembly').selectAll().where('id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}

export function selectAssembliesAfter(db: Db, id: number, limit: number): Promise<AssemblyRow[]> {
  return db.selectFrom('assembly').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();
}

/** Versions of which assemblies consist, one for each content. */
export async function selectParts(db: Db, ids: readonly number[]): Promise<Map<number, TargetRow[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<TargetRow & { assembly_id: number }>`
    select distinct on (part.assembly_id, part.sha256) part.assembly_id, target.* from assembly_part part join target on target.sha256 = part.sha256
    where part.assembly_id = any(${ids}::bigint[]) order by part.assembly_id, part.sha256, target.scanned_at is null, target.id`.execute(db);
  return Map.groupBy(rows, ({ assembly_id }) => Number(assembly_id));
}

/** Whether something that is part of an assembly is still being read, or the assembly waits to be judged. */
export async function isUnsettled(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ unsettled: boolean }>`
    select exists (select from evaluation_due where target_id = ${id}) or exists (
      select from assembly_part part join target on target.sha256 = part.sha256 where part.assembly_id = ${id} and target.state = 'in progress') as unsettled`.execute(
    db,
  );
  return rows[0]!.unsettled;
}

/** Names of the builds or release bundles of which a repository keeps runs or versions. */
export async function selectNamesIn(db: Db, repository: string): Promise<string[]> {
  const rows = await db.selectFrom('assembly').select('name').distinct().where('repository', '=', repository).orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Which of some names builds or release bundles have. */
export async function selectAssemblyNames(db: Db, kind: AssemblyKind, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('assembly')
    .select('name')
    .distinct()
    .where('kind', '=', kind)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .execute();
  return rows.map(({ name }) => name);
}

/** Names of the builds that are judged, by repository, where somebody chose. */
export async function selectJudgedBuilds(db: Db): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await db.selectFrom('judged_builds').selectAll().execute();
  return new Map(rows.map(({ repository, names }) => [repository, new Set(names)]));
}

export async function replaceJudgedBuilds(db: Db, repository: string, names: readonly string[]): Promise<void> {
  await db
    .insertInto('judged_builds')
    .values({ repository, names: [...names] })
    .onConflict((conflict) => conflict.column('repository').doUpdateSet({ names: [...names] }))
    .execute();
}

/** All builds of a repository are judged again. */
export async function forgetJudgedBuilds(db: Db, repository: string): Promise<void> {
  await db.deleteFrom('judged_builds').where('repository', '=', repository).execute();
}

/** Repositories that keep builds, or of whose builds somebody chose some. */
export async function selectBuildRepositories(db: Db): Promise<string[]> {
  const { rows } = await sql<{ repository: string }>`
    select repository from assembly where kind = 'build' union select repository from judged_builds
      where repository <> ${releaseBundleRepositoryKey} and repository not like ${`%-${releaseBundleRepositoryKey}`} order by repository`.execute(db);
  return rows.map(({ repository }) => repository);
}

/** How many versions of release bundles there are. */
export async function countReleaseBundles(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from assembly where kind = 'releaseBundle'`.execute(db);
  return rows[0]?.count ?? 0;
}
