import type { ReportFilters, ReportResources, ReportType } from '@packhouse/contract/scanning/report-input.ts';
import { type Actor, isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import { pathMatches } from '@packhouse/kernel/access/path-pattern.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import { type AssemblyRow, toThing } from '../assembly/assembly.ts';
import { selectParts } from '../assembly/assembly-queries.ts';
import type { Context } from '../context.ts';
import { readableRepositories } from '../summary/readable-targets.ts';
import type { TargetRow } from '../target/target.ts';
import { readReadable } from '../violation/violation-view.ts';
import { chooseAssemblies, readChoices } from './chosen-assemblies.ts';
import { countParts, countTargetsIn, selectAssembliesIn, selectTargetsIn } from './content-queries.ts';
import { fitsFilters, type Gathered } from './filter-rows.ts';
import { asRowsOf, gatherers, gatherViolations } from './gather-rows.ts';

/** What decides about the rows of a report. */
export interface Asked {
  type: ReportType;
  project: string | null;
  resources: ReportResources;
  filters: ReportFilters;
}

export interface Scope {
  repositories: ReadonlyMap<string, DirectoryEntry>;
  /** Where builds and release bundles are kept that it is about. */
  keepers: ReadonlyMap<string, DirectoryEntry>;
  /** The builds and release bundles that it is limited to, where it names some. */
  chosen: readonly AssemblyRow[] | undefined;
  has(target: Pick<TargetRow, 'repository' | 'path'>): boolean;
}

function isNamed(resources: ReportResources, { key, projectKey }: DirectoryEntry): boolean {
  const { repositories, projects } = resources;
  if (!repositories?.length && !projects) return readChoices(resources).length === 0;
  if (repositories?.some(({ name }) => name.replace(/-cache$/, '') === key)) return true;
  if (!projects || projectKey === undefined) return false;
  return (projects.keys?.includes(projectKey) ?? false) || (projects.include_key_patterns?.some((pattern) => pathMatches(pattern, projectKey)) ?? false);
}

function isAtNamedPath({ repositories }: ReportResources, { repository, path }: Pick<TargetRow, 'repository' | 'path'>): boolean {
  const named = repositories?.filter(({ name }) => name.replace(/-cache$/, '') === repository) ?? [];
  if (named.length === 0) return true;
  const fits = (pattern: string) => pathMatches(pattern, path);
  return named.some(
    ({ include_path_patterns: include, exclude_path_patterns: exclude }) => (include.length === 0 || include.some(fits)) && !exclude.some(fits),
  );
}

/**
 * Which versions a report is about: those that its author may read. Of violations also which builds and release bundles. Where it names some of these, what they consist of is what it
 * is about, and whoever may read one of them is told of all of that.
 */
export async function readScope(context: Pick<Context, 'db' | 'peers'>, actor: Actor, { type, project, resources }: Asked): Promise<Scope> {
  const isOfProject = (one: DirectoryEntry) => project === null || one.projectKey === project;
  const choose = (all: ReadonlyMap<string, DirectoryEntry>, also: (one: DirectoryEntry) => boolean) =>
    new Map([...all].filter(([, one]) => isOfProject(one) && also(one)));
  const repositories = choose(await readableRepositories(context, actor), (one) => isNamed(resources, one) && one.class !== 'virtual');
  const isChosen = readChoices(resources).length > 0;
  const all =
    type === 'violations' || isChosen ? choose(await readReadable(context, actor), (one) => repositoryResource(one).type !== 'repository') : new Map();
  const keepers = isChosen ? all : new Map([...all].filter(([, one]) => isNamed(resources, one)));
  const has: Scope['has'] = (target) => {
    const repository = repositories.get(target.repository) ?? keepers.get(target.repository);
    return repository !== undefined && isAtNamedPath(resources, target) && isAllowed(actor, 'read', repositoryResource(repository, target.path));
  };
  const chosen = isChosen ? (await chooseAssemblies(context.db, resources, [...keepers.keys()])).filter(has) : undefined;
  return { repositories, keepers, chosen, has };
}

const targetsAtOnce = 50;

/** How many versions, builds and release bundles a report looks at. */
export async function countScope({ db }: Pick<Context, 'db'>, { repositories, keepers, chosen }: Scope, type: ReportType): Promise<number> {
  const named = [...repositories.keys()];
  if (!chosen) return countTargetsIn(db, named, [...keepers.keys()]);
  const ids = chosen.map(({ id }) => id);
  return (await countTargetsIn(db, named, [])) + (type === 'violations' ? ids.length : await countParts(db, ids));
}

interface Portion {
  looked: number;
  rows: Gathered[];
}

const describeThing = (row: AssemblyRow) => ({ ...toThing(row), scanned_at: null });

/** Violations of builds and release bundles, some at a time. */
async function* readAssemblies({ db }: Pick<Context, 'db'>, { keepers, chosen, has }: Scope): AsyncGenerator<Portion> {
  const keys = [...keepers.keys()];
  const next = (after: number) => (chosen ? chosen.filter(({ id }) => id > after).slice(0, targetsAtOnce) : selectAssembliesIn(db, keys, after, targetsAtOnce));
  for (let after = 0; ; ) {
    const some = await next(after);
    const last = some.at(-1);
    if (!last) return;
    after = last.id;
    yield { looked: some.length, rows: await gatherViolations({ db }, some.filter(has).map(describeThing), keepers) };
  }
}

/** What the chosen builds and release bundles consist of, some of it at a time. */
async function* readContents(context: Pick<Context, 'db' | 'peers'>, { type }: Asked, { keepers, chosen = [] }: Scope): AsyncGenerator<Portion> {
  for (const assembly of chosen) {
    const parts = (await selectParts(context.db, [assembly.id])).get(Number(assembly.id)) ?? [];
    for (let at = 0; at < parts.length; at += targetsAtOnce) {
      const some = parts.slice(at, at + targetsAtOnce);
      yield { looked: some.length, rows: asRowsOf(describeThing(assembly), await gatherers[type](context, some, keepers)) };
    }
  }
}

/** Rows of a report, some versions at a time, and how many versions were looked at. */
export async function* readRows(context: Pick<Context, 'db' | 'peers'>, asked: Asked, scope: Scope): AsyncGenerator<Portion> {
  const parts = [readVersions(context, asked, scope), asked.type === 'violations' ? readAssemblies(context, scope) : readContents(context, asked, scope)];
  for (const part of parts) for await (const { looked, rows } of part) yield { looked, rows: rows.filter((row) => fitsFilters(asked.filters, row)) };
}

async function* readVersions(context: Pick<Context, 'db' | 'peers'>, { type }: Asked, scope: Scope): AsyncGenerator<Portion> {
  const keys = [...scope.repositories.keys()];
  for (let after = 0; ; ) {
    const targets = await selectTargetsIn(context.db, keys, after, targetsAtOnce);
    const last = targets.at(-1);
    if (!last) return;
    after = last.id;
    const rows = await gatherers[type](
      context,
      targets.filter((target) => scope.has(target)),
      scope.repositories,
    );
    yield { looked: targets.length, rows };
  }
}
