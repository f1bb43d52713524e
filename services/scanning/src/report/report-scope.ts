import type { ReportFilters, ReportResources, ReportType } from '@packhouse/contract/scanning/report-input.ts';
import { type Actor, isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import { pathMatches } from '@packhouse/kernel/access/path-pattern.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import type { Context } from '../context.ts';
import { readableRepositories } from '../summary/readable-targets.ts';
import type { TargetRow } from '../target/target.ts';
import { selectTargetsIn } from './content-queries.ts';
import { fitsFilters, type Gathered } from './filter-rows.ts';
import { gatherers } from './gather-rows.ts';

/** What decides about the rows of a report. */
export interface Asked {
  type: ReportType;
  project: string | null;
  resources: ReportResources;
  filters: ReportFilters;
}

export interface Scope {
  repositories: ReadonlyMap<string, DirectoryEntry>;
  has(target: TargetRow): boolean;
}

function isNamed({ repositories, projects }: ReportResources, { key, projectKey }: DirectoryEntry): boolean {
  if (!repositories?.length && !projects) return true;
  if (repositories?.some(({ name }) => name.replace(/-cache$/, '') === key)) return true;
  if (!projects || projectKey === undefined) return false;
  return (projects.keys?.includes(projectKey) ?? false) || (projects.include_key_patterns?.some((pattern) => pathMatches(pattern, projectKey)) ?? false);
}

function isAtNamedPath({ repositories }: ReportResources, { repository, path }: TargetRow): boolean {
  const named = repositories?.filter(({ name }) => name.replace(/-cache$/, '') === repository) ?? [];
  if (named.length === 0) return true;
  const fits = (pattern: string) => pathMatches(pattern, path);
  return named.some(
    ({ include_path_patterns: include, exclude_path_patterns: exclude }) => (include.length === 0 || include.some(fits)) && !exclude.some(fits),
  );
}

/** Which versions a report is about: those that its author may read. */
export async function readScope(context: Pick<Context, 'peers'>, actor: Actor, { project, resources }: Asked): Promise<Scope> {
  const readable = await readableRepositories(context, actor);
  const chosen = [...readable.values()].filter((one) => one.class !== 'virtual' && (project === null || one.projectKey === project) && isNamed(resources, one));
  const repositories = new Map(chosen.map((one) => [one.key, one]));
  return {
    repositories,
    has(target) {
      const repository = repositories.get(target.repository);
      return repository !== undefined && isAtNamedPath(resources, target) && isAllowed(actor, 'read', repositoryResource(repository, target.path));
    },
  };
}

const targetsAtOnce = 50;

/** Rows of a report, some versions at a time, and how many versions were looked at. */
export async function* readRows(
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
