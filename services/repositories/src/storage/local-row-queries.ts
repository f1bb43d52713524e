import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { FileRow, FoundPackage, PackageFacts, PackageRow, Rows, VersionRow } from '@packhouse/formats/format.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Condition } from '@packhouse/kernel/database/conditions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '../context.ts';
import { hasPathPatterns, readable } from '../directory/readable-queries.ts';
import type { Db } from '../schema.ts';
import { below } from './artifact-queries.ts';

interface FileColumns {
  version_id: number | null;
  path: string;
  size: number;
  sha256: string;
  sha1: string;
  md5: string;
  sha512: string | null;
  created_at: Date;
  modified_at: Date;
  lead: boolean;
  properties: Record<string, string[]> | null;
  content?: unknown;
}

function fileRow(row: FileColumns): FileRow {
  return {
    path: row.path,
    size: row.size,
    sha256: row.sha256,
    sha1: row.sha1,
    md5: row.md5,
    ...(row.sha512 === null ? {} : { sha512: row.sha512 }),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    lead: row.lead,
    properties: row.properties ?? {},
    ...(row.content === undefined || row.content === null ? {} : { content: row.content }),
  };
}

const fileColumns = sql`a.version_id, a.path, b.size, b.sha256, b.sha1, b.md5, b.sha512, a.created_at, a.modified_at, a.lead,
  (select json_object_agg(key, values) from (select key, json_agg(value order by value) as values from property where artifact_id = a.id group by key) grouped) as properties`;

interface Searched {
  id: number;
  format: FormatId;
}

/** Over artifacts as `a` and repositories as `r`; undefined where paths decide nothing. */
const readableRows = (actor: Actor) => (hasPathPatterns(actor) ? readable(actor, { key: 'r.key', class: 'r.class', path: 'a.path' }) : undefined);

/** Whether the version in that column has a file that fits. */
const hasFile = (versionId: string, fits: Condition) =>
  sql<SqlBool>`exists (select from artifact a join repository r on r.id = a.repository_id where a.version_id = ${sql.ref(versionId)} and ${fits})`;

/** The packages in the order of their ids. */
async function selectPackages(db: Db, ids: readonly number[]): Promise<PackageRow[]> {
  if (ids.length === 0) return [];
  const packages = await db.selectFrom('package').select(['id', 'name', 'revision', 'pointers']).where('id', 'in', ids).execute();
  const versions = await db
    .selectFrom('version')
    .select(['id', 'package_id', 'version', 'facts', 'created_at'])
    .where('package_id', 'in', ids)
    .orderBy('id')
    .execute();
  const { rows } = await sql<FileColumns>`
    select ${fileColumns} from version v join artifact a on a.version_id = v.id join blob b on b.sha256 = a.sha256
    where v.package_id = any(${ids}::bigint[]) order by a.id`.execute(db);
  const files = Map.groupBy(rows, (row) => row.version_id);
  const byPackage = Map.groupBy(versions, (version) => version.package_id);
  const position = new Map(ids.map((id, at) => [id, at]));
  return packages
    .sort((a, b) => (position.get(a.id) ?? 0) - (position.get(b.id) ?? 0))
    .map(({ id, name, revision, pointers }) => ({
      id,
      name,
      revision,
      pointers,
      versions: (byPackage.get(id) ?? []).map(
        (version): VersionRow => ({
          version: version.version,
          createdAt: version.created_at,
          facts: version.facts as PackageFacts,
          files: (files.get(version.id) ?? []).map(fileRow),
        }),
      ),
    }));
}

/** Without what only listings need: readmes, manifests and the like are up to megabytes a version, and a search finds many. */
function lightFacts(format: FormatId): RawBuilder<PackageFacts> {
  const heavy = Object.entries(getFormat(format).heavyFacts ?? {});
  return heavy.reduce((facts, [name, kept]) => {
    const at = sql`array['native', ${name}::text]`;
    if (kept.length === 0) return sql<PackageFacts>`${facts} #- ${at}`;
    const parts = kept.map((part) => sql`${part}::text, version.facts #> array['native', ${name}::text, ${part}::text]`);
    return sql<PackageFacts>`jsonb_set(${facts}, ${at}, jsonb_build_object(${sql.join(parts)}), false)`;
  }, sql<PackageFacts>`(version.facts - '{readme,dependencies,display}'::text[])`);
}

/** The packages in the order of their ids, with the versions that fit. */
async function selectFound(db: Db, format: FormatId, ids: readonly number[], fits?: Condition): Promise<FoundPackage[]> {
  if (ids.length === 0) return [];
  const packages = await db.selectFrom('package').select(['id', 'name', 'pointers']).where('id', 'in', ids).execute();
  const versions = await db
    .selectFrom('version')
    .select(['package_id', 'version', 'created_at'])
    .select([lightFacts(format).as('facts'), hasFile('version.id', sql<SqlBool>`a.lead and ${fits ?? sql`true`}`).as('complete')])
    .where('package_id', 'in', ids)
    .where(fits ? hasFile('version.id', fits) : sql<SqlBool>`true`)
    .orderBy('id')
    .execute();
  const byPackage = Map.groupBy(versions, (version) => version.package_id);
  const position = new Map(ids.map((id, at) => [id, at]));
  return packages
    .sort((a, b) => (position.get(a.id) ?? 0) - (position.get(b.id) ?? 0))
    .map(({ id, name, pointers }) => ({
      name,
      pointers,
      versions: (byPackage.get(id) ?? []).map(({ version, created_at, facts, complete }) => ({
        version,
        createdAt: created_at,
        facts,
        complete: complete === true,
      })),
    }));
}

/** `like` pattern that matches the text itself. */
function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

async function searchPackages(db: Db, repository: Searched, search: { text: string; offset: number; limit: number; fits: Condition | undefined }) {
  const { text, offset, limit, fits } = search;
  const pattern = `%${likeText(text)}%`;
  const shown = fits ? hasFile('version.id', fits) : sql<SqlBool>`true`;
  const matching = db
    .selectFrom('package')
    .where('repository_id', '=', repository.id)
    .where(({ or, eb }) => {
      const having = (condition: Condition) =>
        eb.exists(eb.selectFrom('version').select('version.id').whereRef('version.package_id', '=', 'package.id').where(condition).where(shown));
      const named = eb('name', 'ilike', pattern);
      return or([
        fits ? eb.and([named, having(sql<SqlBool>`true`)]) : named,
        having(sql<SqlBool>`(version.facts->>'description' ilike ${pattern} or version.facts->'tags' ? ${text})`),
      ]);
    });
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching.select('id').orderBy(sql`lower(name) = ${text.toLowerCase()} desc`).orderBy('name').offset(offset).limit(limit).execute();
  const ids = rows.map((row) => row.id);
  return { total, packages: await selectFound(db, repository.format, ids, fits) };
}

/** Gives what a storing repository holds, as formats read it; for an actor, searches find only what that actor may read. */
export function localRows(context: Pick<Context, 'db'>, repository: Searched, actor?: Actor): Rows {
  const { db } = context;
  return {
    async package(name) {
      const row = await db.selectFrom('package').select('id').where('repository_id', '=', repository.id).where('name', '=', name).executeTakeFirst();
      return row && (await selectPackages(db, [row.id]))[0];
    },
    packageRevisions: () => db.selectFrom('package').select(['id', 'name', 'revision']).where('repository_id', '=', repository.id).execute(),
    packages: (ids) => selectPackages(db, ids),
    async knownNames(names) {
      if (names.length === 0) return [];
      const known = db.selectFrom('package').select('name').where('repository_id', '=', repository.id);
      return (await known.where(sql<SqlBool>`name = any(${names})`).execute()).map((row) => row.name);
    },
    async packageNames({ prefix = '', after, limit = 100_000 } = {}) {
      let query = db.selectFrom('package').select('name').where('repository_id', '=', repository.id).orderBy('name').limit(limit);
      if (prefix !== '') query = query.where('name', 'like', `${likeText(prefix)}%`);
      if (after !== undefined) query = query.where('name', '>', after);
      return (await query.execute()).map((row) => row.name);
    },
    search: (text, page) => searchPackages(db, repository, { text, fits: actor && readableRows(actor), ...page }),
    async file(path) {
      const { rows } = await sql<FileColumns>`
        select ${fileColumns} from artifact a join blob b on b.sha256 = a.sha256 where a.repository_id = ${repository.id} and a.path = ${path}`.execute(db);
      return rows[0] && fileRow(rows[0]);
    },
    async files(folder) {
      const { rows } = await sql<FileColumns>`
        select ${fileColumns} from artifact a join blob b on b.sha256 = a.sha256
        where a.repository_id = ${repository.id} and a.folder = ${folder} order by a.name`.execute(db);
      return rows.map(fileRow);
    },
    async filesWithin(folder, only = {}) {
      const named = only.name === undefined ? sql`true` : sql`a.name = ${only.name}`;
      const deep =
        only.depth === undefined
          ? sql`true`
          : sql`cardinality(string_to_array(a.folder, '/')) = ${(folder === '' ? 0 : folder.split('/').length) + only.depth}`;
      const { rows } = await sql<FileColumns>`
        select ${fileColumns}, c.content from artifact a join blob b on b.sha256 = a.sha256 join repository r on r.id = a.repository_id
        left join index_content c on c.sha256 = a.sha256 and c.format = r.format
        where a.repository_id = ${repository.id} and ${below(folder)} and ${named} and ${deep} order by a.id`.execute(db);
      return rows.map(fileRow);
    },
  };
}
