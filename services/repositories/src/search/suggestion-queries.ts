import type { FormatId, RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { always } from '@packhouse/kernel/database/conditions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { makeLike } from '../directory/glob.ts';
import { usedByProject } from '../directory/project-queries.ts';
import { hasPathPatterns, readable, readableRepository } from '../directory/readable-queries.ts';
import type { Db } from '../schema.ts';
import { typedPattern } from './typed-pattern.ts';

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
/** So many of the closest names are looked at before all are ordered: nearly always enough of them are readable. */
const closestNames = 200;

type SuggestedPackage = { format: FormatId; name: string };

export async function suggestPackages(db: Db, actor: Actor, input: SuggestionInput): Promise<SuggestedPackage[]> {
  const near = await suggestPackagesAmong(db, actor, input, sql`limit ${closestNames}`);
  return near.length === input.limit || !hasPathPatterns(actor) ? near : await suggestPackagesAmong(db, actor, input, sql``);
}

async function suggestPackagesAmong(
  db: Db,
  actor: Actor,
  { text, limit, projectKey }: SuggestionInput,
  names: RawBuilder<unknown>,
): Promise<SuggestedPackage[]> {
  // Looking for a readable file is dear, so it is done in the order of the list, until there are enough: `offset 0` keeps the planner from doing it for all.
  const anyFile = hasPathPatterns(actor)
    ? sql<SqlBool>`exists (select from version v join artifact a on a.version_id = v.id join repository r on r.id = a.repository_id
        where v.package_id = any(named.ids) and ${readable(actor, { ...place, path: 'a.path' })} offset 0)`
    : always;
  const { rows } = await sql<SuggestedPackage>`
    select named.format, named.name from (
      select r.format, p.name, array_agg(p.id) as ids from package p join repository r on r.id = p.repository_id
      where lower(p.name) like ${typedPattern(text)} and ${readableRepository(actor, place)} and ${inProject(projectKey)}
      group by r.format, p.name ${closest('p.name', text)}, r.format ${names}) named
    where ${anyFile} limit ${limit}`.execute(db);
  return rows;
}

export async function suggestBuilds(db: Db, actor: Actor, { text, limit, projectKey }: SuggestionInput): Promise<{ name: string; repository: string }[]> {
  const { rows } = await sql<{ name: string; repository: string }>`
    select d.name, r.key as repository from build d join artifact i on i.id = d.artifact_id join repository r on r.id = i.repository_id
    where lower(d.name) like ${typedPattern(text)} and ${readable(actor, { ...place, path: 'i.path' })} and ${inProject(projectKey)}
    group by d.name, r.key ${closest('d.name', text)}, r.key limit ${limit}`.execute(db);
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
