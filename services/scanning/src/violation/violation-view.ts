import { AppError } from '@packhouse/contract/errors.ts';
import { getPackageId, parsePackageId } from '@packhouse/contract/repositories/package-search.ts';
import { policyWords } from '@packhouse/contract/scanning/policy-words.ts';
import type { Violation } from '@packhouse/contract/scanning/violation.ts';
import type { ViolationFilter } from '@packhouse/contract/scanning/violation-routes.ts';
import { type Actor, isAllowed, isAllowedSomewhere, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import { listWatched } from '../assembly/judged-repositories.ts';
import type { Context } from '../context.ts';
import { type IgnoreRuleRow, selectRules } from '../ignore/ignore-queries.ts';
import { mayIgnoreAt } from '../ignore/ignore-rule.ts';
import { rankOf, severityOf } from '../policy/judge-rules.ts';
import {
  type ListedViolation,
  selectNamed,
  selectSubjects,
  selectViolation,
  selectViolationPlaces,
  type ViolationPlace,
  type ViolationSelection,
} from './violation-list-queries.ts';
import type { Repositories } from './within-queries.ts';

type Asking = Pick<Context, 'db' | 'peers'>;

/** Who may not read all of a repository is told of so many violations at most, the worst, among so many that there are where they may read something. */
const mostTold = 5000;
const mostLookedAt = 100_000;
const lookedAtOnce = 5000;

export type Readable = ReadonlyMap<string, DirectoryEntry>;

/** Whether some of the builds or release bundles that a repository keeps may be read, and perhaps not all: their own names decide. */
function isReadInParts(actor: Actor, one: DirectoryEntry): boolean {
  const { type } = repositoryResource(one);
  return type !== 'repository' && !isAllowed(actor, 'read', repositoryResource(one)) && isAllowedSomewhere(actor, 'read', type);
}

export async function readReadable({ peers }: Pick<Context, 'peers'>, actor: Actor, project?: string): Promise<Readable> {
  const all = await listWatched({ peers });
  const mayReadSome = (one: DirectoryEntry) => isAllowed(actor, 'read', repositoryResource(one)) || isReadInParts(actor, one);
  return new Map(all.filter((one) => (project === undefined || one.projectKey === project) && mayReadSome(one)).map((one) => [one.key, one]));
}

/** Whether the actor may read the file that a violation is in. */
export function mayReadViolation(actor: Actor, repositories: Readable, { repository, path }: { repository: string; path: string }): boolean {
  const found = repositories.get(repository);
  return found !== undefined && isAllowed(actor, 'read', repositoryResource(found, path));
}

const readsEverything = (actor: Actor) => actor.administrator && !actor.scope;

/** Names the repositories that the actor may read, unless these are all. */
export function listKeys(actor: Actor, repositories: Readable, project: string | undefined): Repositories {
  return readsEverything(actor) && project === undefined ? 'any' : [...repositories.keys()];
}

function toSelection(
  actor: Actor,
  filter: ViolationFilter,
  repositories: Readable,
  { subjects, named }: Pick<ViolationSelection, 'subjects' | 'named'>,
): ViolationSelection {
  const { severities, type, watch, policy, repository, path, packageId, version, component } = filter;
  const chosen = packageId === undefined ? undefined : parsePackageId(packageId);
  const place = { repository: repository?.replace(/-cache$/, ''), path, version, ...(chosen ? { format: chosen.format, package: chosen.name } : {}) };
  // What is no id of a package stands for no violation.
  const keys = packageId !== undefined && !chosen ? [] : listKeys(actor, repositories, filter.projectKey);
  return { state: filter.filter, repositories: keys, ranks: severities?.map(rankOf), type, watch, policy, subjects, place, component, named };
}

/** Violations that fit a filter, in what the actor may read. */
export async function selectFor(context: Asking, actor: Actor, filter: ViolationFilter): Promise<{ selection: ViolationSelection; repositories: Readable }> {
  const [repositories, subjects, named] = await Promise.all([
    readReadable(context, actor, filter.projectKey),
    selectSubjects(context.db, filter.subject),
    selectNamed(context.db, filter.search),
  ]);
  const selection = toSelection(actor, filter, repositories, { subjects, named });
  return { repositories, selection: await narrow(context, actor, repositories, selection) };
}

/** Leaves out what lies at paths that the actor may not read. */
export async function narrow(context: Asking, actor: Actor, repositories: Readable, selection: ViolationSelection): Promise<ViolationSelection> {
  const readsAll =
    readsEverything(actor) ||
    ([...actor.grants, ...(actor.scope ?? [])].every(({ include, exclude }) => include.length === 0 && exclude.length === 0) &&
      ![...repositories.values()].some((one) => isReadInParts(actor, one)));
  if (readsAll) return selection;
  const ids: number[] = [];
  let after: ViolationPlace | undefined;
  for (let looked = 0; ids.length < mostTold && looked < mostLookedAt; looked += lookedAtOnce) {
    const places = await selectViolationPlaces(context.db, selection, { after, limit: lookedAtOnce });
    ids.push(...places.filter((place) => mayReadViolation(actor, repositories, place)).map(({ id }) => id));
    after = places.at(-1);
    if (places.length < lookedAtOnce) break;
  }
  return { ...selection, ids: ids.slice(0, mostTold) };
}

const toIgnored = ({ uuid, author, notes, created_at, expires_at, vex }: IgnoreRuleRow) => ({
  id: uuid,
  author,
  notes,
  created: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  ...(vex && { vex }),
});

/** Whether its rule has ended by the clock, so that it counts again, judged anew or not yet. */
export const isLapsed = ({ ignored_until }: ListedViolation) => ignored_until !== null && ignored_until.getTime() <= Date.now();

/** Rows as they are told, each with the rule that ignores it. */
export async function toViolations({ db }: Pick<Context, 'db'>, actor: Actor, repositories: Readable, rows: readonly ListedViolation[]): Promise<Violation[]> {
  const ids = new Set(rows.flatMap(({ ignored_by }) => ignored_by ?? []));
  const rules = new Map((await selectRules(db, [...ids])).map((rule) => [rule.id, rule]));
  return rows.map((row) => {
    const rule = row.state === 'ignored' && row.ignored_by !== null && !isLapsed(row) ? rules.get(row.ignored_by) : undefined;
    return {
      id: String(row.id),
      severity: severityOf(row.severity),
      type: row.kind,
      subject: row.subject,
      summary: row.summary,
      components: row.held,
      fixed_versions: row.fixed_versions,
      watch: row.watch,
      policy: row.policy,
      rule: row.rule,
      repository: row.repository,
      path: row.path,
      packageId: getPackageId(row.format, row.package),
      version: row.version,
      created: row.opened_at.toISOString(),
      blocks_from: row.blocks_from?.toISOString() ?? null,
      fails_build: row.fails_build,
      ignored: rule ? toIgnored(rule) : null,
      may_ignore: mayIgnoreAt(actor, repositories.get(row.repository), row.path),
    };
  });
}

/** One violation in what the actor may read. @throws AppError `not_found` */
export async function needViolation(context: Asking, actor: Actor, id: string): Promise<{ row: ListedViolation; repositories: Readable }> {
  const row = await selectViolation(context.db, Number(id));
  const repositories = await readReadable(context, actor);
  if (!row || !mayReadViolation(actor, repositories, row)) throw new AppError(policyWords.no_violation);
  return { row, repositories };
}
