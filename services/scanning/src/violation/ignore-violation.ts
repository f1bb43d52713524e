import type { Analysis } from '@packhouse/contract/scanning/analysis.ts';
import type { IgnoreFilters } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { mostIgnoredAtOnce, type ViolationFilter } from '@packhouse/contract/scanning/violation-routes.ts';
import type { Context } from '../context.ts';
import { createRules, mayIgnore, type RuleToMake, requireIgnoring, requireIgnoringAt } from '../ignore/ignore-rule.ts';
import type { By } from '../policy/keep-policy.ts';
import { settle } from './evaluation-job.ts';
import { countBeyond, selectViolationPage } from './page-queries.ts';
import type { ListedViolation } from './violation-list-queries.ts';
import { needViolation, type Readable, selectFor } from './violation-view.ts';

interface Why {
  notes: string;
  expires_at?: string | null | undefined;
  analysis?: Analysis | undefined;
  /** This occurrence alone. */
  once: boolean;
}

/** A rule about what a violation is about, in its artifact. */
export function makeFilters({ kind, subject, path, repository }: ListedViolation): IgnoreFilters {
  const at = path.lastIndexOf('/') + 1;
  const artifacts = [{ name: path.slice(at), path: `${repository}/${path.slice(0, at)}` }];
  if (kind === 'license') return { licenses: [subject], artifacts };
  if (kind === 'operational_risk') return { operational_risk: ['any'], artifacts };
  return { vulnerabilities: [subject], artifacts };
}

/** @throws AppError `forbidden` where it is not the actor's to ignore */
function makeRule(by: By, row: ListedViolation, repositories: Readable, { once, ...why }: Why): RuleToMake {
  const repository = repositories.get(row.repository);
  requireIgnoringAt(by.actor, repository, row.path);
  const project = mayIgnore(by.actor, undefined) ? undefined : repository?.projectKey;
  return { input: { ...why, ignore_filters: makeFilters(row) }, project, violation: once ? row.id : undefined, allowed: true };
}

/** Ignores what a violation is about. @throws AppError `not_found`, `forbidden` */
export async function ignoreOne(context: Context, by: By, id: string, why: Why): Promise<string> {
  const { row, repositories } = await needViolation(context, by.actor, id);
  const [rule] = await createRules(context, by, [makeRule(by, row, repositories, why)]);
  await settle(context);
  return rule!.uuid;
}

interface Chosen {
  ids: readonly string[] | undefined;
  filter: ViolationFilter | undefined;
  /** Where the call before this one ended. */
  after: string | undefined;
}

const worstFirst = { order: 'severity', direction: 'asc' } as const;

async function readChosen(context: Context, by: By, { ids: named, filter, after }: Chosen) {
  const { selection, repositories } = await selectFor(context, by.actor, { ...filter, filter: 'active' });
  const ids = named?.map(Number);
  const wanted = ids ? { ...selection, ids: selection.ids ? ids.filter((id) => selection.ids!.includes(id)) : ids } : selection;
  const page = await selectViolationPage(context.db, wanted, { ...worstFirst, limit: mostIgnoredAtOnce, offset: 0, after });
  return { rows: page.rows, next: page.next, repositories, wanted };
}

/** Ignores several violations, each by a rule of its own, and says what fits as well and is left for the next call. @throws AppError `forbidden` when one of them is not the actor's to ignore */
export async function ignoreSeveral(context: Context, by: By, chosen: Chosen, why: Why): Promise<{ ignored: number; left: number; next: string | null }> {
  const { rows, next, repositories, wanted } = await readChosen(context, by, chosen);
  if (rows.length === 0) requireIgnoring(by.actor, chosen.filter?.projectKey);
  for (const row of rows) requireIgnoringAt(by.actor, repositories.get(row.repository), row.path);
  // What is about the same in the same artifact needs one rule, however many watches it violates.
  const distinct = why.once ? rows : [...new Map(rows.map((row) => [JSON.stringify(makeFilters(row)), row])).values()];
  if (distinct.length > 0)
    await createRules(
      context,
      by,
      distinct.map((row) => makeRule(by, row, repositories, why)),
    );
  await settle(context);
  const left = next === null ? 0 : await countBeyond(context.db, wanted, worstFirst, next);
  return { ignored: rows.length, left, next };
}
