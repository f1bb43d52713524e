import type { FormatId, RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { always } from '@packhouse/kernel/database/conditions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hasWildcard, makeLike } from '../directory/glob.ts';
import { usedByProject } from '../directory/project-queries.ts';
import { hasPathPatterns, readable, readableRepository } from '../directory/readable-queries.ts';
import type { Db } from '../schema.ts';
import { fewLetters, typedPattern } from './typed-pattern.ts';

export interface SuggestionInput {
  text: string;
  limit: number;
  /** Only from repositories of this project. */
  projectKey?: string | undefined;
}

const inProject = (projectKey: string | undefined) => (projectKey ? usedByProject(projectKey, 'r') : always);
const place = { key: 'r.key', class: 'r.class' };
/** What begins with the letters comes first, then what is short. Thousands may fit, and comparing bytes is many times quicker than a language's rules. */
const closest = (column: string, text: string) =>
  sql`order by (lower(${sql.ref(column)}) like ${`${makeLike(text.toLowerCase())}%`}) desc, length(${sql.ref(column)}), ${sql.ref(column)} collate "C"`;
/** No more packages than these are put in order; of what more only hold, some will do. */
const mostOrdered = 1500;
/** So many of the shortest packages that have the first letter and are long enough are looked at before an index is asked for what begins so. */
const shortestWalked = 20_000;
/** So many of those that fit are put in order by their names: nearly always enough of them are readable, and of different names. */
const shortestKept = 200;

type SuggestedPackage = { format: FormatId; name: string };

/** Packages that begin with the letters, the shortest first; behind them those that hold the letters. */
export async function suggestPackages(db: Db, actor: Actor, input: SuggestionInput): Promise<SuggestedPackage[]> {
  const { text, limit } = input;
  if (hasWildcard(text)) return suggestSome(db, actor, input, typedPattern(text));
  const beginning = await suggestBeginning(db, actor, input);
  if (beginning.length === limit || text.length < fewLetters) return beginning;
  const holding = await suggestSome(db, actor, input, typedPattern(text));
  const known = new Set(beginning.map(({ format, name }) => `${format}/${name}`));
  return [...beginning, ...holding.filter(({ format, name }) => !known.has(`${format}/${name}`))].slice(0, limit);
}

/** Tens of thousands may begin with two letters. */
async function suggestBeginning(db: Db, actor: Actor, input: SuggestionInput): Promise<SuggestedPackage[]> {
  const lower = input.text.toLowerCase();
  const shortest = sql`(select p.id, p.repository_id, p.name from package p where left(lower(p.name), 1) = left(${lower}, 1) and length(p.name) >= length(${lower})
    order by length(p.name), p.name collate "C" limit ${shortestWalked})`;
  const pattern = `${makeLike(lower)}%`;
  const { packages } = await orderPackages(db, actor, input, { pattern, among: shortest, most: shortestKept });
  return packages.length === input.limit ? packages : suggestSome(db, actor, input, pattern);
}

/** Some of what fits, in order; of what fits fewer times all of it. */
async function suggestSome(db: Db, actor: Actor, input: SuggestionInput, pattern: string): Promise<SuggestedPackage[]> {
  const { packages, looked } = await orderPackages(db, actor, input, { pattern, most: mostOrdered });
  return packages.length === input.limit || looked < mostOrdered ? packages : (await orderPackages(db, actor, input, { pattern })).packages;
}

interface Looked {
  pattern: string;
  among?: RawBuilder<unknown>;
  most?: number;
}

interface Ordered {
  packages: SuggestedPackage[];
  /** So many packages fitted among those that were looked at. */
  looked: number;
}

async function orderPackages(db: Db, actor: Actor, { text, limit, projectKey }: SuggestionInput, { pattern, among, most }: Looked): Promise<Ordered> {
  // Looking for a readable file is dear, so it is done in the order of the list, until there are enough: `offset 0` keeps the planner from doing it for all.
  const anyFile = hasPathPatterns(actor)
    ? sql<SqlBool>`exists (select from version v join artifact a on a.version_id = v.id join repository r on r.id = a.repository_id
        where v.package_id = any(named.ids) and ${readable(actor, { ...place, path: 'a.path' })} offset 0)`
    : always;
  const { rows } = await sql<{ looked: number; format: FormatId | null; name: string }>`
    with looked as materialized (
      select r.format, p.name, p.id from ${among ?? sql`package`} p join repository r on r.id = p.repository_id
      where lower(p.name) like ${pattern} and ${readableRepository(actor, place)} and ${inProject(projectKey)} ${most === undefined ? sql`` : sql`limit ${most}`})
    select counted.looked, fitting.format, fitting.name from (select count(*)::int as looked from looked) counted left join (
      select named.format, named.name, row_number() over () as place from (
        select format, name, array_agg(id) as ids from looked group by format, name ${closest('name', text)}, format) named
      where ${anyFile} limit ${limit}) fitting on true order by fitting.place`.execute(db);
  return { looked: rows[0]?.looked ?? 0, packages: rows.flatMap(({ format, name }) => (format === null ? [] : [{ format, name }])) };
}

/** Builds that begin with the letters or hold them, the shortest first. A build counts when one of its runs may be read. */
export async function suggestBuilds(db: Db, actor: Actor, { text, limit, projectKey }: SuggestionInput): Promise<{ name: string; repository: string }[]> {
  const { rows } = await sql<{ name: string; repository: string }>`
    select named.name, named.key as repository from (
      select n.name, n.repository_id, r.key, r.class from build_name n join repository r on r.id = n.repository_id
      where lower(n.name) like ${typedPattern(text)} and ${readableRepository(actor, place)} and ${inProject(projectKey)} ${closest('n.name', text)}, r.key offset 0) named
    where exists (select from build d join artifact i on i.id = d.artifact_id
      where d.name = named.name and i.repository_id = named.repository_id and ${readable(actor, { key: 'named.key', class: 'named.class', path: 'i.path' })})
    limit ${limit}`.execute(db);
  return rows;
}

export async function suggestRepositories(
  db: Db,
  actor: Actor,
  { text, limit, projectKey }: SuggestionInput,
): Promise<{ key: string; class: RepositoryClass; format: FormatId }[]> {
  const { rows } = await sql<{ key: string; class: RepositoryClass; format: FormatId }>`
    select r.key, r.class, r.format from repository r
    where lower(r.key) like ${typedPattern(text)} and r.key not like '%-build-info' and ${readableRepository(actor, place)} and ${inProject(projectKey)}
    ${closest('r.key', text)} limit ${limit}`.execute(db);
  return rows;
}
