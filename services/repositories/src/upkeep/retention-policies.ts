import { AppError, fieldRefusal, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { cleanupWords } from '@packhouse/contract/repositories/cleanup-words.ts';
import { growthLimits } from '@packhouse/contract/repositories/limits.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import type { RetentionPolicyInput } from '@packhouse/contract/repositories/retention-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type Actor, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import { needNextRun } from '../reading/schedule.ts';
import type { RepositoriesSchema } from '../schema.ts';
import {
  countPoliciesOf,
  deletePoliciesOf,
  deletePolicy,
  insertPolicy,
  type PolicyRow,
  selectPolicies,
  selectPolicy,
  selectPolicyForUpdate,
  updatePolicy,
} from './policy-queries.ts';
import { findKeptProjects, mayKeep, requireKeeper } from './retention-keepers.ts';

export type { PolicyRow };

interface By {
  actor: Actor;
  address: string;
}

/** A policy as it was sent. */
export const toInput = ({
  name,
  project_key: projectKey,
  description,
  enabled,
  every,
  cron,
  most_minutes,
  permanently,
  archive,
  selection,
}: PolicyRow): RetentionPolicyInput => ({
  name,
  ...(projectKey === null ? {} : { projectKey }),
  description,
  enabled,
  every,
  cron,
  ...(most_minutes === null ? {} : { mostMinutes: most_minutes }),
  permanently,
  archive,
  ...selection,
});

const missing = () => new AppError(repositoryWords.no_retention_policy);

const refuseTakenName = (error: unknown): never => {
  if ((error as { code?: string }).code !== '23505') throw error;
  throw fieldRefusal('name', say(repositoryWords.policy_exists));
};

/** What somebody keeps, by name: every policy, or those of some projects. @throws AppError `forbidden` for those who keep none */
export async function listPolicies({ db }: Pick<Context, 'db'>, actor: Actor, project?: string): Promise<PolicyRow[]> {
  return selectPolicies(db, await findKeptProjects(db, actor, project));
}

/** @throws AppError `forbidden` for those who keep none, `not_found` */
export async function needPolicy(context: Context, actor: Actor, id: number): Promise<PolicyRow> {
  requireKeeper(actor);
  const row = await selectPolicy(context.db, id);
  if (!row || !mayKeep(actor, row.project_key)) throw missing();
  return row;
}

/** The policy as nobody else changes it until the transaction ends. */
async function lockPolicy(tx: Transaction<RepositoriesSchema>, actor: Actor, id: number): Promise<PolicyRow> {
  requireKeeper(actor);
  const row = await selectPolicyForUpdate(tx, id);
  if (!row || !mayKeep(actor, row.project_key)) throw missing();
  return row;
}

/**
 * Asked of a policy before it comes to a project, or to none.
 * @throws AppError `forbidden` where somebody does not keep what the policy is to be, `invalid_input` where there is no such project, or it has too many
 */
async function requirePlace({ db, peers }: Pick<Context, 'db' | 'peers'>, actor: Actor, { projectKey }: RetentionPolicyInput): Promise<void> {
  if (!mayKeep(actor, projectKey)) requireAdministrator(actor);
  if (projectKey === undefined) return;
  if (!(await peers.projects?.find(projectKey))) throw namedFieldRefusal('projectKey', say(repositoryWords.no_project, { key: projectKey }));
  const { most } = growthLimits.policies;
  if ((await countPoliciesOf(db, projectKey)) >= most) throw namedFieldRefusal('projectKey', say(cleanupWords.project_has_too_many_policies, { most }));
}

function audit(
  context: Context,
  tx: Transaction<RepositoriesSchema>,
  { actor, address }: By,
  change: { action: string; subject: string; before?: RetentionPolicyInput; after?: RetentionPolicyInput },
): Promise<void> {
  return context.platform.identity.audit({ actor: actor.name, address, ...change }, tx);
}

/** @throws AppError `forbidden`, `invalid_input` for a name that is taken, and for a schedule that is none */
export async function createPolicy(context: Context, input: RetentionPolicyInput, by: By): Promise<PolicyRow> {
  await requirePlace(context, by.actor, input);
  const nextRunAt = needNextRun(input.cron);
  return context.db.transaction().execute(async (tx) => {
    const made = await insertPolicy(tx, input, by.actor.name, nextRunAt).catch(refuseTakenName);
    await audit(context, tx, by, { action: 'retention-policy.created', subject: made.name, after: toInput(made) });
    return made;
  });
}

/** Changes a policy into what is made of the one that there is. @throws AppError `not_found`, `invalid_input` as above */
export function changePolicy(context: Context, id: number, make: (before: RetentionPolicyInput) => RetentionPolicyInput, by: By): Promise<PolicyRow> {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockPolicy(tx, by.actor, id);
    const input = make(toInput(before));
    if (input.projectKey !== toInput(before).projectKey) await requirePlace(context, by.actor, input);
    const after = await updatePolicy(tx, id, input, { actor: by.actor.name, nextRunAt: needNextRun(input.cron) }).catch(refuseTakenName);
    await audit(context, tx, by, { action: 'retention-policy.changed', subject: after.name, before: toInput(before), after: toInput(after) });
    return after;
  });
}

/** @throws AppError `not_found` */
export function removePolicy(context: Context, id: number, by: By): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockPolicy(tx, by.actor, id);
    await deletePolicy(tx, id);
    await audit(context, tx, by, { action: 'retention-policy.deleted', subject: before.name, before: toInput(before) });
  });
}

/** Ends the policies of a project that is no more. */
export function removePoliciesOf({ db, platform }: Pick<Context, 'db' | 'platform'>, project: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    for (const row of await deletePoliciesOf(tx, project))
      await platform.identity.audit({ actor: 'system', address: '', action: 'retention-policy.deleted', subject: row.name, before: toInput(row) }, tx);
  });
}
