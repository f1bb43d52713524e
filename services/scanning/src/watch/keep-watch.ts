import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { policyWords } from '@packhouse/contract/scanning/policy-words.ts';
import type { CountedWatch, listAssignablePolicies, Watch, WatchDetails, WatchInput, WatchResource } from '@packhouse/contract/scanning/watch-routes.ts';
import { gitResources } from '@packhouse/contract/scanning/watch-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { severityOf } from '../policy/judge-rules.ts';
import type { By } from '../policy/keep-policy.ts';
import { selectPolicies, selectPoliciesNamed } from '../policy/policy-queries.ts';
import { mayGovern, requireGoverning, seenProjects } from '../policy/rights.ts';
import type { Db, ScanningSchema } from '../schema.ts';
import { findFault } from './expression.ts';
import { findMissing } from './missing.ts';
import { isOfRepoType } from './reach.ts';
import {
  deleteWatchRow,
  insertWatch,
  selectWatch,
  selectWatchCounts,
  selectWatches,
  updateWatchRow,
  type WatchCount,
  type WatchValues,
  type WatchWithPolicies,
} from './watch-queries.ts';

type Tx = Transaction<ScanningSchema>;

export function toWatch(row: WatchWithPolicies): Watch {
  return {
    general_data: { id: String(row.id), name: row.name, description: row.description, active: row.active },
    project_resources: { resources: row.resources },
    assigned_policies: row.policies.map(({ name, type }) => ({ name, type })),
    watch_recipients: row.recipients,
    ...(row.project === null ? {} : { project_key: row.project }),
  };
}

export function toCountedWatch(row: WatchWithPolicies, counts: readonly WatchCount[]): CountedWatch {
  const mine = counts.filter(({ watch_id }) => watch_id === row.id);
  const violations = mine.map(({ severity, active, ignored }) => ({ severity: severityOf(severity), active, ignored }));
  return { ...toWatch(row), author: row.author, modified: row.modified_at.toISOString(), violations };
}

/** A watch with what it names that is not there. */
export async function toWatchDetails(context: Pick<Context, 'db' | 'peers'>, row: WatchWithPolicies): Promise<WatchDetails> {
  const [counts, missing] = await Promise.all([selectWatchCounts(context.db), findMissing(context, row.resources)]);
  return { ...toCountedWatch(row, counts), missing };
}

/** Policies that a watch of a project can use, or one of no project. @throws AppError `forbidden`, `project_not_found` */
export async function listAssignable(
  context: Context,
  actor: Actor,
  project: string | undefined,
): Promise<z.output<typeof listAssignablePolicies.reply>['data']> {
  await requireGoverning(context, actor, project, 'watches');
  const rows = await selectPolicies(context.db, undefined);
  return rows.filter((row) => row.project === null || row.project === project).map(({ name, type, description }) => ({ name, type, description }));
}

/** Watches that the actor keeps. @throws AppError `forbidden` for those who keep none */
export async function keptWatches({ db }: Pick<Context, 'db'>, actor: Actor, project: string | undefined): Promise<WatchWithPolicies[]> {
  const all = await selectWatches(db, undefined);
  const projects = seenProjects(
    actor,
    project,
    all.map((row) => row.project),
    'watches',
  );
  return projects ? all.filter((row) => row.project !== null && projects.includes(row.project)) : all;
}

/** A watch that the actor keeps. Those of others are answered like what is not there. @throws AppError `not_found` */
export async function needWatch(db: Db, actor: Actor, name: string): Promise<WatchWithPolicies> {
  const row = await selectWatch(db, name);
  if (!row || !mayGovern(actor, row.project ?? undefined, 'watches', 'read')) throw new AppError(policyWords.no_watch, { name });
  return row;
}

/** Ids of the policies that a watch names. Those of no project can be used by all. @throws AppError `invalid_input` */
async function findPolicies(db: Db, { assigned_policies: assigned }: WatchInput, project: string | null): Promise<number[]> {
  const rows = await selectPoliciesNamed(
    db,
    assigned.map(({ name }) => name),
  );
  return assigned.map(({ name, type }, index) => {
    const row = rows.find((one) => one.name === name);
    const path = `assigned_policies.${index}.name`;
    if (!row) throw namedFieldRefusal(path, say(policyWords.no_policy, { name }));
    if (row.project !== null && row.project !== project) throw namedFieldRefusal(path, say(policyWords.policy_of_other_project, { name }));
    if (type !== undefined && type !== row.type) throw namedFieldRefusal(path, say(policyWords.policy_of_other_type, { name }));
    return row.id;
  });
}

/** @throws AppError `invalid_input` for a regular expression that is none */
function requireExpressions(filters: NonNullable<WatchResource['filters']>, path: string): void {
  for (const [index, filter] of filters.entries()) {
    const problem = filter.type === 'regex' || filter.type === 'path-regex' ? findFault(filter.value) : undefined;
    if (problem !== undefined) throw namedFieldRefusal(`${path}.${index}.value`, say(policyWords.no_expression, { problem }));
  }
}

async function requireResources({ peers }: Pick<Context, 'peers'>, { project_resources: { resources } }: WatchInput, project: string | null): Promise<void> {
  const all = (await peers.repositories?.list()) ?? [];
  for (const [index, { type, name = '', repo_type, filters = [] }] of resources.entries()) {
    requireExpressions(filters, `project_resources.resources.${index}.filters`);
    const path = `project_resources.resources.${index}.name`;
    if (project !== null && (gitResources as readonly string[]).includes(type))
      throw namedFieldRefusal(path.replace(/name$/, 'type'), say(policyWords.source_of_no_project));
    if (type !== 'repository') continue;
    const found = all.find(({ key }) => key === name || key === name.replace(/-cache$/, ''));
    if (!found) throw namedFieldRefusal(path, say(policyWords.no_repository_named, { name }));
    if (!isOfRepoType(repo_type, found)) throw namedFieldRefusal(path.replace(/name$/, 'repo_type'), say(policyWords.repository_of_other_class, { name }));
    if (project !== null && found.projectKey !== project) throw namedFieldRefusal(path, say(policyWords.repository_not_of_project, { name }));
  }
}

const toValues = ({ general_data, project_resources, watch_recipients }: WatchInput, name: string, project: string | null): WatchValues => ({
  name,
  project,
  description: general_data.description,
  active: general_data.active,
  resources: project_resources.resources,
  recipients: watch_recipients,
});

interface Place {
  project: string | undefined;
  /** Of the watch that is changed; a new one without. */
  name: string | undefined;
}

/** Saves a watch, with the entry in the audit log. @throws AppError `forbidden`, `not_found`, `already_exists`, `invalid_input` */
export async function saveWatch(context: Context, tx: Tx, { actor, address }: By, input: WatchInput, place: Place): Promise<string> {
  const { identity, outbox } = context.platform;
  const before = place.name === undefined ? undefined : await needWatch(tx, actor, place.name);
  const given = input.general_data.name;
  if (before && given !== undefined && given !== before.name) throw namedFieldRefusal('general_data.name', say(policyWords.watch_name_fixed));
  if (!before && given === undefined) throw new AppError('invalid_input', { detail: [{ path: 'general_data.name', ...say(policyWords.name_needed) }] });
  if (!before) await requireGoverning(context, actor, place.project, 'watches');
  const name = before?.name ?? given!;
  const project = before ? before.project : (place.project ?? null);
  await requireResources(context, input, project);
  const policies = await findPolicies(tx, input, project);
  const values = toValues(input, name, project);
  if (before) await updateWatchRow(tx, before.id, values, policies);
  else if ((await insertWatch(tx, values, policies, actor.name)) === undefined) {
    const said = say(policyWords.watch_exists);
    throw new AppError('already_exists', { said, detail: [{ path: 'general_data.name', ...said }] });
  }
  const verb = before ? 'updated' : 'created';
  const after = toWatch((await selectWatch(tx, name))!);
  const entry = { actor: actor.name, address, action: `watch.${verb}`, subject: name, ...(before ? { before: toWatch(before) } : {}), after };
  await identity.audit(entry, tx);
  await outbox.publish(tx, { type: `watch.${verb}`, subject: name, data: {} });
  return name;
}

/** @throws AppError `not_found` */
export async function removeWatch({ db, platform }: Context, { actor, address }: By, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await needWatch(tx, actor, name);
    await deleteWatchRow(tx, before.id);
    await platform.identity.audit({ actor: actor.name, address, action: 'watch.deleted', subject: name, before: toWatch(before) }, tx);
    await platform.outbox.publish(tx, { type: 'watch.deleted', subject: name, data: {} });
  });
}
