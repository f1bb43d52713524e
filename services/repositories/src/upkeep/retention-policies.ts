import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import type { RetentionPolicyInput } from '@packhouse/contract/repositories/retention-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import { needNextRun } from '../reading/schedule.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { deletePolicy, insertPolicy, type PolicyRow, selectPolicies, selectPolicy, selectPolicyForUpdate, updatePolicy } from './policy-queries.ts';

export type { PolicyRow };

interface By {
  actor: Actor;
  address: string;
}

/** A policy as it was sent. */
export const toInput = ({ name, description, enabled, every, cron, most_minutes, permanently, archive, selection }: PolicyRow): RetentionPolicyInput => ({
  name,
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

/** Every policy, by name. */
export const listPolicies = ({ db }: Pick<Context, 'db'>): Promise<PolicyRow[]> => selectPolicies(db);

/** @throws AppError `not_found` */
export async function needPolicy(context: Context, id: number): Promise<PolicyRow> {
  const row = await selectPolicy(context.db, id);
  if (!row) throw missing();
  return row;
}

/** The policy as nobody else changes it until the transaction ends. */
async function lockPolicy(tx: Transaction<RepositoriesSchema>, id: number): Promise<PolicyRow> {
  const row = await selectPolicyForUpdate(tx, id);
  if (!row) throw missing();
  return row;
}

function audit(
  context: Context,
  tx: Transaction<RepositoriesSchema>,
  { actor, address }: By,
  change: { action: string; subject: string; before?: RetentionPolicyInput; after?: RetentionPolicyInput },
): Promise<void> {
  return context.platform.identity.audit({ actor: actor.name, address, ...change }, tx);
}

/** @throws AppError `invalid_input` for a name that is taken, and for a schedule that is none */
export function createPolicy(context: Context, input: RetentionPolicyInput, by: By): Promise<PolicyRow> {
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
    const before = await lockPolicy(tx, id);
    const input = make(toInput(before));
    const after = await updatePolicy(tx, id, input, { actor: by.actor.name, nextRunAt: needNextRun(input.cron) }).catch(refuseTakenName);
    await audit(context, tx, by, { action: 'retention-policy.changed', subject: after.name, before: toInput(before), after: toInput(after) });
    return after;
  });
}

/** @throws AppError `not_found` */
export function removePolicy(context: Context, id: number, by: By): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockPolicy(tx, id);
    await deletePolicy(tx, id);
    await audit(context, tx, by, { action: 'retention-policy.deleted', subject: before.name, before: toInput(before) });
  });
}
