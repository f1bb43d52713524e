import { buildRepositorySuffix, isBuildRepository, isReleaseBundleRepository, releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import { type Action, type Actor, defaultEnvironment, type Grant, patternExpression } from '@packhouse/kernel/access/authorisation.ts';
import { always, type Condition, every, never, some } from '@packhouse/kernel/database/conditions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { everything as everythingThere, type Sight } from './sight.ts';

/** Where the query has what decides: SQL names of the repository's key and class and of the artifact's path. */
export interface ReadableColumns {
  key: string;
  class: string;
  path: string;
}
const usualColumns: ReadableColumns = { key: 'repository.key', class: 'repository.class', path: 'artifact.path' };

function named(grant: Grant, columns: ReadableColumns): Condition {
  if (grant.names.includes('ANY')) return always;
  const keys = grant.names.filter((name) => !name.startsWith('ANY '));
  const classes = grant.names.flatMap((name) => (name === 'ANY LOCAL' ? ['local'] : name === 'ANY REMOTE' ? ['remote'] : []));
  return some([
    keys.length > 0 ? sql<SqlBool>`${sql.ref(columns.key)} = any(${keys}::text[])` : never,
    classes.length > 0 ? sql<SqlBool>`${sql.ref(columns.class)} = any(${classes}::text[])` : never,
  ]);
}

/** Whether a repository, `placed`, is shared with a project for an action: never to manage it, and some to read only. */
function sharedFor(projectKey: string, action: Action): Condition {
  if (action === 'manage') return sql<SqlBool>`false`;
  const withProject = sql<SqlBool>`(placed.shared_with_all or ${projectKey} = any(placed.shared_with))`;
  return action === 'read' ? withProject : sql<SqlBool>`(${withProject} and not placed.shared_read_only)`;
}

/** Where a role in a project reaches: repositories of the project, and those that are shared with it, in its environments, or its repository of builds. */
function inProject({ project, resourceType }: Grant, action: Action, columns: ReadableColumns): Condition {
  if (!project) return always;
  if (resourceType === 'releaseBundle') return never;
  if (resourceType === 'build') return sql<SqlBool>`${sql.ref(columns.key)} = ${`${project.key}${buildRepositorySuffix}`}`;
  const { environments } = project;
  const inEnvironments =
    environments === 'all'
      ? always
      : sql<SqlBool>`(case when placed.environments = '{}' then ${[defaultEnvironment]}::text[] else placed.environments end) && ${[...environments]}::text[]`;
  return sql<SqlBool>`${sql.ref(columns.key)} = any(array(select placed.key from repository placed
    where (placed.project_key = ${project.key} or ${sharedFor(project.key, action)}) and ${inEnvironments}))`;
}

const matchesAny = (path: RawBuilder<unknown>, patterns: readonly string[]): Condition =>
  some(patterns.map((pattern) => sql<SqlBool>`${path} ~ ${patternExpression(pattern)}`));

/** Gives what patterns look at: of a release bundle its name and version. */
function judgedPath({ resourceType }: Grant, columns: ReadableColumns): RawBuilder<unknown> {
  const path = sql.ref(columns.path);
  return resourceType === 'releaseBundle' ? sql`array_to_string((string_to_array(${path}, '/'))[1:2], '/')` : path;
}

const everything = (patterns: readonly string[]) => patterns.length === 0 || patterns.includes('**');

const ofBuilds = (columns: ReadableColumns) => sql<SqlBool>`${sql.ref(columns.key)} like ${`%${buildRepositorySuffix}`}`;
const ofReleaseBundles = (columns: ReadableColumns) => sql<SqlBool>`('-' || ${sql.ref(columns.key)}) like ${`%-${releaseBundleRepositoryKey}`}`;

/** Permissions on builds and release bundles decide about the repositories that hold them; the first folder there names the build or the bundle. */
function namedFolder(grant: Grant, columns: ReadableColumns, withPath: boolean): Condition {
  const own = grant.resourceType === 'build' ? ofBuilds(columns) : ofReleaseBundles(columns);
  const names = grant.names.filter((name) => !name.startsWith('ANY '));
  if (names.includes('ANY') || (!withPath && names.length > 0)) return own;
  return names.length === 0 ? never : every([own, sql<SqlBool>`split_part(${sql.ref(columns.path)}, '/', 1) = any(${names}::text[])`]);
}

/** Says what a grant's patterns say of a path; undefined where paths do not matter. */
type PathRule = ((grant: Grant, columns: ReadableColumns) => Condition) | undefined;

const fits: PathRule = (grant, columns) =>
  every([
    everything(grant.include) ? always : matchesAny(judgedPath(grant, columns), grant.include),
    grant.exclude.length > 0 ? sql<SqlBool>`not ${matchesAny(judgedPath(grant, columns), grant.exclude)}` : always,
  ]);

/** The folders that a pattern begins with, up to the first that is not spelled out. */
function spelledOut(pattern: string): string {
  const segments = pattern.replace(/^\/+/, '').split('/');
  const open = segments.findIndex((segment) => segment === '' || /[*?]/.test(segment));
  return (open < 0 ? segments : segments.slice(0, open)).join('/');
}

const isBelow = (path: RawBuilder<unknown>, folder: string) => sql<SqlBool>`starts_with(${path} || '/', ${`${folder}/`})`;

/** Whether something that fits could be in a folder or below it. Spares looking through folders where nothing is to be found. */
const mayHold: PathRule = (grant, columns) => {
  const path = judgedPath(grant, columns);
  const roots = grant.include.map(spelledOut);
  const closed = grant.exclude.filter((pattern) => pattern === `${spelledOut(pattern)}/**`).map(spelledOut);
  return every([
    everything(grant.include) || roots.includes('')
      ? always
      : some(roots.map((root) => sql<SqlBool>`(${isBelow(path, root)} or starts_with(${root}, ${path} || '/'))`)),
    closed.length > 0 ? sql<SqlBool>`not ${some(closed.map((folder) => isBelow(path, folder)))}` : always,
  ]);
};

/** Only these are about what repositories hold. */
const held: ReadonlySet<Grant['resourceType']> = new Set(['repository', 'build', 'releaseBundle']);

function allowed(grant: Grant, action: Action, columns: ReadableColumns, rule: PathRule): Condition {
  if (!held.has(grant.resourceType) || !grant.actions.includes(action)) return never;
  return every([
    inProject(grant, action, columns),
    grant.resourceType === 'repository'
      ? every([named(grant, columns), sql`not ${ofBuilds(columns)}`, sql`not ${ofReleaseBundles(columns)}`])
      : namedFolder(grant, columns, rule !== undefined),
    rule?.(grant, columns) ?? always,
    grant.within ? some(grant.within.map((outer) => allowed(outer, action, columns, rule))) : always,
  ]);
}

function condition(actor: Actor, action: Action, columns: ReadableColumns, rule: PathRule): Condition {
  const granted = (grants: readonly Grant[]) => some(grants.map((grant) => allowed(grant, action, columns, rule)));
  return every([actor.scope ? granted(actor.scope) : always, actor.administrator ? always : granted(actor.grants)]);
}

/**
 * Gives what `isAllowed` answers, as a condition over rows of artifacts joined with their repository: lists and searches show
 * exactly what single requests would give.
 */
export function readable(actor: Actor, columns: Partial<ReadableColumns> = {}, action: Action = 'read'): Condition {
  return condition(actor, action, { ...usualColumns, ...columns }, fits);
}

/** The same for rows of repositories: may the actor read anything in them? */
export function readableRepository(actor: Actor, columns: Partial<Omit<ReadableColumns, 'path'>> = {}, action: Action = 'read'): Condition {
  return condition(actor, action, { ...usualColumns, ...columns }, undefined);
}

function hasPatterns(grant: Grant): boolean {
  return !everything(grant.include) || grant.exclude.length > 0 || (grant.within ?? []).some(hasPatterns);
}

/** Do paths matter for this actor? If not, `readableRepository` alone is exact and artifacts need not be looked at. */
export function hasPathPatterns(actor: Actor): boolean {
  return (actor.scope ?? []).some(hasPatterns) || (!actor.administrator && actor.grants.some(hasPatterns));
}

/**
 * Tells what a listing of a repository shows to somebody: the files that they may read, and the folders in which there are any. Folders that are empty, or
 * named themselves, are seen by whoever may read at their path. The caller has asked whether they may read anything in the repository.
 */
export function makeSight(actor: Actor, { key }: { key: string }): Sight {
  if (!hasPathPatterns(actor) && !isBuildRepository(key) && !isReleaseBundleRepository(key)) return everythingThere;
  const inRepository = (rows: 'artifact' | 'folder', rule: PathRule) => {
    const columns = { ...usualColumns, path: `${rows}.path` };
    return sql<SqlBool>`exists (select from repository where repository.id = ${sql.ref(`${rows}.repository_id`)} and ${condition(actor, 'read', columns, rule)})`;
  };
  const artifact = inRepository('artifact', fits);
  const folder = sql<SqlBool>`(${inRepository('folder', mayHold)} and (${inRepository('folder', fits)} or exists (
    select from artifact where artifact.repository_id = folder.repository_id and ${artifact}
      and (artifact.folder = folder.path or (artifact.folder ~>=~ (folder.path || '/') and artifact.folder ~<~ (folder.path || '0'))))))`;
  return { artifact, folder };
}
