import { randomUUID } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import type { IgnoreFilters, IgnoreRule, IgnoreRuleInput } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { vexWords } from '@packhouse/contract/scanning/vex-words.ts';
import {
  type Actor,
  isAllowed,
  mayEditVerdicts,
  type PlacedRepository,
  repositoryResource,
  requireAdministrator,
} from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { findProject, listWatched } from '../assembly/judged-repositories.ts';
import type { Context } from '../context.ts';
import type { ScanningSchema } from '../schema.ts';
import { makeFit } from './fit.ts';
import { endRule, type IgnoreRuleRow, insertRules, listRules, type RuleSelection, selectRule, selectRuleProjects } from './ignore-queries.ts';
import { nameRule } from './name-rule.ts';
import { tellAskers } from './tell-askers.ts';

/** Who does something, for the audit log. */
export interface By {
  actor: Actor;
  address: string;
}

const isAdministrator = (actor: Actor) => actor.administrator && !actor.scope;

const keepsPart = (actor: Actor, project: string, part: string) => isAllowed(actor, 'manage', { type: 'project', name: project, path: part });

/** Whether somebody keeps the rules of a project, or, as a platform administrator, all of them. */
export function mayIgnore(actor: Actor, project: string | undefined): boolean {
  return isAdministrator(actor) || (project !== undefined && ['settings', 'rules'].some((part) => keepsPart(actor, project, part)));
}

/** Whether somebody says what is ignored in a file alone: who keeps rules, and who may edit what scans say at its place. */
export const mayIgnoreAt = (actor: Actor, repository: PlacedRepository | undefined, path: string): boolean =>
  mayIgnore(actor, repository?.projectKey) || (repository !== undefined && mayEditVerdicts(actor, repositoryResource(repository, path)));

/** @throws AppError `unauthenticated` or `forbidden` */
export function requireIgnoringAt(actor: Actor, repository: PlacedRepository | undefined, path: string): void {
  if (!mayIgnoreAt(actor, repository, path)) requireAdministrator(actor);
}

/** Whoever may say what is ignored at a place may have it scanned again, and so may those whom a role in its project lets ask for scans. @throws AppError `unauthenticated` or `forbidden` */
export function requireScanningAt(actor: Actor, repository: PlacedRepository | undefined, path: string): void {
  const project = repository?.projectKey;
  if (project === undefined || !keepsPart(actor, project, 'scans')) requireIgnoringAt(actor, repository, path);
}

/** The same of a build, of which those who administer the platform ask otherwise. @throws AppError `unauthenticated` or `forbidden` */
export function requireScanningBuild(actor: Actor, project: string | undefined): void {
  if (project === undefined || !keepsPart(actor, project, 'scans')) requireAdministrator(actor);
}

/** @throws AppError `unauthenticated` or `forbidden` */
export function requireIgnoring(actor: Actor, project: string | undefined): void {
  if (!mayIgnore(actor, project)) requireAdministrator(actor);
}

export function toRule(row: IgnoreRuleRow): IgnoreRule {
  return {
    id: row.uuid,
    author: row.author,
    created: row.created_at.toISOString(),
    notes: row.notes,
    ...(row.expires_at ? { expires_at: row.expires_at.toISOString() } : {}),
    ...(row.analysis ? { analysis: row.analysis } : {}),
    is_expired: row.expires_at !== null && row.expires_at.getTime() <= Date.now(),
    ...(row.project === null ? {} : { project_key: row.project }),
    ignore_filters: row.filters,
  };
}

/** Writes down what was done with a rule. */
export async function auditRule(
  { platform }: Pick<Context, 'platform'>,
  tx: Transaction<ScanningSchema>,
  { actor, address }: By,
  action: string,
  row: IgnoreRuleRow,
  before?: IgnoreRuleRow,
): Promise<void> {
  const tell = (one: IgnoreRuleRow) => ({ ...toRule(one), state: one.state, ...(one.decision === '' ? {} : { decision: one.decision }) });
  const changed = before ? { before: tell(before) } : {};
  await platform.identity.audit({ actor: actor.name, address, action, subject: row.uuid, name: nameRule(row), ...changed, after: tell(row) }, tx);
}

interface About {
  /** The rule is about this occurrence alone. */
  violation?: number | undefined;
  /** Whoever asks may ignore what it is about, since it is about no more than files at which they may. */
  allowed?: boolean;
  /** Somebody asks for it, for this violation: until it is approved it hides nothing. */
  askedFor?: number | undefined;
}

export interface RuleToMake extends About {
  input: z.output<typeof IgnoreRuleInput>;
  project: string | undefined;
}

/** Keys of the repositories of each of some projects. @throws AppError `project_not_found` */
export async function listRepositories({ peers }: Pick<Context, 'peers'>, projects: readonly string[]): Promise<Record<string, string[]>> {
  for (const project of projects) if (!(await peers.projects?.find(project))) throw new AppError('project_not_found');
  const all = projects.length === 0 ? [] : await listWatched({ peers });
  return Object.fromEntries(projects.map((project) => [project, all.filter((one) => findProject(one) === project).map(({ key }) => key)]));
}

const toRow = (actor: Actor, { input, project, violation, askedFor }: RuleToMake) => ({
  uuid: randomUUID(),
  project: project ?? null,
  filters: input.ignore_filters,
  ...makeFit(input.ignore_filters),
  notes: input.notes,
  analysis: input.analysis ?? null,
  author: actor.name,
  expires_at: input.expires_at ? new Date(input.expires_at) : null,
  violation_id: violation ?? null,
  ...(askedFor === undefined ? {} : { state: 'asked' as const, asked_for: askedFor }),
});

/** Writes down a rule that somebody asks for, of whom nothing more is asked; nothing where one is asked for already. @throws AppError `project_not_found` */
export async function insertRule(
  { peers }: Pick<Context, 'peers'>,
  tx: Transaction<ScanningSchema>,
  { actor }: By,
  rule: RuleToMake & { askedFor: number },
): Promise<IgnoreRuleRow | undefined> {
  const [made] = await insertRules(tx, [toRow(actor, rule)], await listRepositories({ peers }, rule.project === undefined ? [] : [rule.project]));
  return made;
}

/** Adds rules, each for all repositories or for those of one project: all of them or none. @throws AppError `forbidden`, `project_not_found` */
export async function createRules(
  { db, platform, peers }: Pick<Context, 'db' | 'platform' | 'peers'>,
  { actor, address }: By,
  rules: readonly RuleToMake[],
): Promise<IgnoreRuleRow[]> {
  for (const { allowed = false, project } of rules) if (!allowed) requireIgnoring(actor, project);
  const repositories = await listRepositories({ peers }, [...new Set(rules.flatMap(({ project }) => project ?? []))]);
  const rows = rules.map((rule) => toRow(actor, rule));
  return db.transaction().execute(async (tx) => {
    const made = await insertRules(tx, rows, repositories);
    for (const row of made)
      await platform.identity.audit(
        { actor: actor.name, address, action: 'ignore-rule.created', subject: row.uuid, name: nameRule(row), after: toRule(row) },
        tx,
      );
    return made;
  });
}

/** Adds one rule. @throws AppError `forbidden`, `project_not_found` */
export async function createRule(
  context: Pick<Context, 'db' | 'platform' | 'peers'>,
  by: By,
  input: z.output<typeof IgnoreRuleInput>,
  project: string | undefined,
  about: About = {},
): Promise<IgnoreRuleRow> {
  const [row] = await createRules(context, by, [{ ...about, input, project }]);
  return row!;
}

/** A rule that the actor keeps, or made. Those of others, and those that are only asked for, are answered like what is not there. @throws AppError `not_found` */
export async function needRule({ db }: Pick<Context, 'db'>, actor: Actor, uuid: string): Promise<IgnoreRuleRow> {
  const row = await selectRule(db, uuid);
  const isOwn = actor.kind === 'user' && row?.author === actor.name;
  if (row?.state !== 'approved' || !(isOwn || mayIgnore(actor, row.project ?? undefined))) throw new AppError(scanningWords.no_ignore_rule);
  return row;
}

/** @throws AppError `conflict` where a statement of others keeps it */
export async function removeRule(context: Pick<Context, 'db' | 'platform' | 'peers'>, { actor, address }: By, row: IgnoreRuleRow): Promise<void> {
  const { db, platform } = context;
  if (row.vex_statement !== null) throw new AppError(vexWords.rule_of_vex, { issuer: row.author });
  await db.transaction().execute(async (tx) => {
    if (!(await endRule(tx, row.id, actor.name))) return;
    await platform.identity.audit(
      { actor: actor.name, address, action: 'ignore-rule.deleted', subject: row.uuid, name: nameRule(row), before: toRule(row) },
      tx,
    );
    // What the clock ended before is told already.
    if (!toRule(row).is_expired) await tellAskers(context, tx, 'ended', [row], actor.name);
  });
}

/** One page of the rules that the actor keeps. @throws AppError `forbidden` for those who keep none */
export async function keptRules({ db }: Pick<Context, 'db'>, actor: Actor, project: string | undefined, selection: Omit<RuleSelection, 'projects'>) {
  if (project !== undefined) requireIgnoring(actor, project);
  const kept = async () => (isAdministrator(actor) ? undefined : (await selectRuleProjects(db)).filter((key) => mayIgnore(actor, key)));
  const projects = project === undefined ? await kept() : [project];
  if (projects?.length === 0 && !actor.grants.some(({ resourceType, actions }) => resourceType === 'project' && actions.includes('manage')))
    requireAdministrator(actor);
  const { rows, total } = await listRules(db, { ...selection, projects });
  return { data: rows.map(toRule), total_count: total };
}

/** The same filters without some vulnerabilities; undefined when none is left. */
export function without(row: Pick<IgnoreRuleRow, 'filters' | 'names'>, ids: ReadonlySet<string>): { filters: IgnoreFilters; names: string[] } | undefined {
  const stay = (name: string) => !ids.has(name) && !ids.has(name.toUpperCase());
  const names = (row.names ?? []).filter(stay);
  if (names.length === 0) return undefined;
  const { vulnerabilities, cves, ...others } = row.filters;
  return {
    filters: { ...others, ...(vulnerabilities ? { vulnerabilities: vulnerabilities.filter(stay) } : {}), ...(cves ? { cves: cves.filter(stay) } : {}) },
    names,
  };
}
