import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { BuildDocumentPlace, BuildFile } from '@packhouse/peers/builds.ts';
import { type SqlBool, sql } from 'kysely';
import { readable } from '../directory/readable-queries.ts';
import type { Db } from '../schema.ts';
import type { BuildRecord } from './build-reading.ts';

export interface BuildRun {
  id: number;
  artifactId: number;
  repositoryKey: string;
  path: string;
  sha256: string;
  name: string;
  number: string;
  started: string;
  startedAt: Date;
  agent: string | null;
  url: string | null;
  statuses: Record<string, unknown>[];
  createdBy: string;
}

/** Writes what a build made and used, in place of what was known of this run. */
export async function replaceBuild(db: Db, run: { artifactId: number; startedAt: Date; createdBy: string }, record: BuildRecord): Promise<void> {
  const { name, number, started, url, agent, properties, statuses } = record;
  const values = { name, number, started_at: run.startedAt, started, url, agent, properties };
  const { id } = await db
    .insertInto('build')
    .values({ ...values, artifact_id: run.artifactId, created_by: run.createdBy, statuses })
    .onConflict((conflict) => conflict.column('artifact_id').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('build_module').where('build_id', '=', id).execute();
  for (const [position, module] of record.modules.entries()) await insertModule(db, id, position, module);
}

async function insertModule(db: Db, buildId: number, position: number, module: BuildRecord['modules'][number]): Promise<void> {
  const { id } = await db
    .insertInto('build_module')
    .values({ build_id: buildId, position, name: module.name, type: module.type })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (module.artifacts !== undefined)
    await sql`
      insert into build_artifact (module_id, name, type, path, repository, sha1, md5, sha256)
      select ${id}, name, type, path, "originalDeploymentRepo", lower(sha1), lower(md5), lower(sha256) from jsonb_to_recordset(${module.artifacts}::jsonb)
        as given(name text, type text, path text, "originalDeploymentRepo" text, sha1 text, md5 text, sha256 text)`.execute(db);
  if (module.dependencies !== undefined)
    await sql`
      insert into build_dependency (module_id, name, type, scopes, sha1, md5, sha256)
      select ${id}, id, type, coalesce(array(select jsonb_array_elements_text(case when jsonb_typeof(scopes) = 'array' then scopes else '[]' end)), '{}'),
        lower(sha1), lower(md5), lower(sha256)
      from jsonb_to_recordset(${module.dependencies}::jsonb)
        as given(id text, type text, scopes jsonb, sha1 text, md5 text, sha256 text)`.execute(db);
}

const runColumns = sql`d.id, d.artifact_id as "artifactId", r.key as "repositoryKey", i.path, i.sha256, d.name, d.number, d.started,
  d.started_at as "startedAt", d.agent, d.url, d.statuses, d.created_by as "createdBy"`;
const runs = sql`build d join artifact i on i.id = d.artifact_id join repository r on r.id = i.repository_id`;
const mayRead = (actor: Actor) => readable(actor, { key: 'r.key', class: 'r.class', path: 'i.path' });

export interface RunFilter {
  repositoryKey?: string | undefined;
  name: string;
  number?: string | undefined;
  startedAt?: Date | undefined;
}

/** Runs of one build, newest first. */
export async function selectRuns(db: Db, actor: Actor, filter: RunFilter, limit: number): Promise<BuildRun[]> {
  const conditions = [
    sql<SqlBool>`d.name = ${filter.name}`,
    ...(filter.repositoryKey === undefined ? [] : [sql<SqlBool>`r.key = ${filter.repositoryKey}`]),
    ...(filter.number === undefined ? [] : [sql<SqlBool>`d.number = ${filter.number}`]),
    ...(filter.startedAt === undefined ? [] : [sql<SqlBool>`d.started_at = ${filter.startedAt}`]),
    mayRead(actor),
  ];
  const { rows } = await sql<BuildRun>`
    select ${runColumns} from ${runs} where ${sql.join(conditions, sql` and `)} order by d.started_at desc, d.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The run whose document is at a place, whoever may read it. */
export async function selectRunAt(db: Db, repositoryKey: string, path: string): Promise<BuildRun | undefined> {
  const { rows } = await sql<BuildRun>`select ${runColumns} from ${runs} where r.key = ${repositoryKey} and i.path = ${path}`.execute(db);
  return rows[0];
}

/** Runs of all builds in the order of their ids. */
export async function selectRunsAfter(db: Db, id: number, limit: number): Promise<BuildDocumentPlace[]> {
  const { rows } = await sql<BuildDocumentPlace>`
    select d.id, r.key as "repositoryKey", i.path, d.name from ${runs} where d.id > ${id} order by d.id limit ${limit}`.execute(db);
  return rows;
}

/** Runs that made this content: those whose document names it, those it was deployed by first. */
export async function selectRunsOf(db: Db, actor: Actor, artifactId: number, limit: number): Promise<(BuildRun & { module: string })[]> {
  const { rows } = await sql<BuildRun & { module: string }>`
    select ${runColumns}, m.name as module from ${runs}
      join lateral (select m.name from build_artifact x join build_module m on m.id = x.module_id
        where m.build_id = d.id and x.sha1 = (select b.sha1 from artifact a join blob b on b.sha256 = a.sha256 where a.id = ${artifactId}) limit 1) m on true
    where d.id in (select m.build_id from build_artifact x join build_module m on m.id = x.module_id
        where x.sha1 = (select b.sha1 from artifact a join blob b on b.sha256 = a.sha256 where a.id = ${artifactId}))
      and ${mayRead(actor)}
    order by d.started_at desc, d.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface BuiltFile {
  repositoryId: number;
  path: string;
  modifiedAt: Date;
}

/**
 * Files in repositories that hold what a build made: those deployed under its name and number where there are any,
 * else whatever has the same content.
 */
export async function selectBuiltFiles(
  db: Db,
  run: BuildRun,
  options: {
    repositoryId?: number | undefined;
    dependencies?: readonly string[] | undefined;
    /** Not what merely has the same content. */
    deployedBy?: boolean;
    /** Only what was put there, and never replaced, by whoever wrote the document as it is now: anybody may name any file in a document. */
    ownOnly?: boolean;
    /** Not what another run than these lists, be it of any number, of a build under whose name the file was deployed. */
    unlessListedBesides?: readonly number[];
  },
): Promise<BuiltFile[]> {
  const place = options.repositoryId === undefined ? sql`true` : sql`a.repository_id = ${options.repositoryId}`;
  const own = options.ownOnly
    ? sql`a.created_by = a.modified_by and a.modified_by = (select document.modified_by from artifact document where document.id = ${run.artifactId})`
    : sql`true`;
  const unlisted = options.unlessListedBesides
    ? sql`not exists (select from build_artifact x join build_module m on m.id = x.module_id join build d on d.id = m.build_id
        where x.sha1 = b.sha1 and d.id <> all(${options.unlessListedBesides}::bigint[])
          and exists (select from property p where p.artifact_id = a.id and p.key = 'build.name' and p.value = d.name))`
    : sql`true`;
  const { rows } = await sql<BuiltFile & { marked: boolean }>`
    select a.repository_id as "repositoryId", a.path, a.modified_at as "modifiedAt",
      exists (select from property p where p.artifact_id = a.id and p.key = 'build.name' and p.value = ${run.name})
        and exists (select from property p where p.artifact_id = a.id and p.key = 'build.number' and p.value = ${run.number}) as marked
    from artifact a join blob b on b.sha256 = a.sha256
    where ${place} and b.sha1 in (select x.sha1 from build_artifact x join build_module m on m.id = x.module_id where m.build_id = ${run.id})
      and ${own} and ${unlisted}
    order by a.repository_id, a.path`.execute(db);
  const marked = rows.filter((row) => row.marked);
  const made = marked.length > 0 || options.deployedBy ? marked : rows;
  if (options.dependencies === undefined) return made;
  const scopes = options.dependencies;
  const { rows: used } = await sql<BuiltFile>`
    select a.repository_id as "repositoryId", a.path, a.modified_at as "modifiedAt" from artifact a join blob b on b.sha256 = a.sha256
    where ${place} and b.sha1 in (select x.sha1 from build_dependency x join build_module m on m.id = x.module_id
      where m.build_id = ${run.id} and (${scopes.length === 0} or x.scopes && ${scopes}::text[]))
    order by a.repository_id, a.path`.execute(db);
  return [...made, ...used];
}

/** The runs whose documents these files are. */
export async function selectRunsOfDocuments(
  db: Db,
  artifactIds: readonly number[],
): Promise<{ path: string; name: string; number: string; started: string }[]> {
  return db
    .selectFrom('build')
    .innerJoin('artifact', 'artifact.id', 'build.artifact_id')
    .select(['artifact.path', 'build.name', 'build.number', 'build.started'])
    .where(sql<boolean>`artifact_id = any(${artifactIds}::bigint[])`)
    .orderBy('artifact_id')
    .execute();
}

export async function appendStatus(db: Db, buildId: number, status: Record<string, unknown>): Promise<void> {
  await sql`update build set statuses = statuses || ${JSON.stringify([status])}::jsonb where id = ${buildId}`.execute(db);
}

/** What the document of a run names, what it made first. */
export async function selectNamedFiles(db: Db, buildId: number): Promise<BuildFile[]> {
  const sha256 = sql`coalesce(x.sha256, (select min(blob.sha256) from blob where blob.sha1 = x.sha1))`;
  const { rows } = await sql<BuildFile>`
    select 'artifact' as kind, m.type, x.name, x.sha1, ${sha256} as sha256 from build_artifact x join build_module m on m.id = x.module_id where m.build_id = ${buildId}
    union all
    select 'dependency', m.type, x.name, x.sha1, ${sha256} from build_dependency x join build_module m on m.id = x.module_id where m.build_id = ${buildId}`.execute(
    db,
  );
  return rows;
}
