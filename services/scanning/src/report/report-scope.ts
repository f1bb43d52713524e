import type { ReportFilters, ReportResources, ReportType } from '@packhouse/contract/scanning/report-input.ts';
import { type Actor, isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import { pathMatches } from '@packhouse/kernel/access/path-pattern.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import { toThing } from '../assembly/assembly.ts';
import type { Context } from '../context.ts';
import { readableRepositories } from '../summary/readable-targets.ts';
import type { TargetRow } from '../target/target.ts';
import { readReadable } from '../violation/violation-view.ts';
import { countTargetsIn, selectAssembliesIn, selectTargetsIn } from './content-queries.ts';
import { fitsFilters, type Gathered } from './filter-rows.ts';
import { gatherers, gatherViolations } from './gather-rows.ts';

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
  has(target: Pick<TargetRow, 'repository' | 'path'>): boolean;
}

function isNamed({ repositories, projects }: ReportResources, { key, projectKey }: DirectoryEntry): boolean {
  if (!repositories?.length && !projects) return true;
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

/** Which versions a report is about: those that its author may read. Of violations also which builds and release bundles. */
export async function readScope(context: Pick<Context, 'peers'>, actor: Actor, { type, project, resources }: Asked): Promise<Scope> {
  const isChosen = (one: DirectoryEntry) => (project === null || one.projectKey === project) && isNamed(resources, one);
  const choose = (all: ReadonlyMap<string, DirectoryEntry>, also: (one: DirectoryEntry) => boolean) =>
    new Map([...all].filter(([, one]) => isChosen(one) && also(one)));
  const repositories = choose(await readableRepositories(context, actor), (one) => one.class !== 'virtual');
  const keepers =
    type === 'violations'
      ? choose(await readReadable(context, actor), (one) => repositoryResource(one).type !== 'repository')
      : new Map<string, DirectoryEntry>();
  return {
    repositories,
    keepers,
    has(target) {
      const repository = repositories.get(target.repository) ?? keepers.get(target.repository);
      return repository !== undefined && isAtNamedPath(resources, target) && isAllowed(actor, 'read', repositoryResource(repository, target.path));
    },
  };
}

const targetsAtOnce = 50;

/** How many versions, builds and release bundles a report looks at. */
export const countScope = ({ db }: Pick<Context, 'db'>, { repositories, keepers }: Scope): Promise<number> =>
  countTargetsIn(db, [...repositories.keys()], [...keepers.keys()]);

/** Violations of builds and release bundles, some at a time. */
async function* readAssemblies({ db }: Pick<Context, 'db'>, { keepers, has }: Scope): AsyncGenerator<{ looked: number; rows: Gathered[] }> {
  for (let after = 0; ; ) {
    const some = await selectAssembliesIn(db, [...keepers.keys()], after, targetsAtOnce);
    const last = some.at(-1);
    if (!last) return;
    after = last.id;
    const things = some.filter(has).map((row) => ({ ...toThing(row), scanned_at: null }));
    yield { looked: some.length, rows: await gatherViolations({ db }, things, keepers) };
  }
}

/** Rows of a report, some versions at a time, and how many versions were looked at. */
export async function* readRows(context: Pick<Context, 'db' | 'peers'>, asked: Asked, scope: Scope): AsyncGenerator<{ looked: number; rows: Gathered[] }> {
  yield* readVersions(context, asked, scope);
  for await (const { looked, rows } of readAssemblies(context, scope)) yield { looked, rows: rows.filter((row) => fitsFilters(asked.filters, row)) };
}

async function* readVersions(
  context: Pick<Context, 'db' | 'peers'>,
  { type, filters }: Asked,
  scope: Scope,
): AsyncGenerator<{ looked: number; rows: Gathered[] }> {
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
    yield { looked: targets.length, rows: rows.filter((row) => fitsFilters(filters, row)) };
  }
}
