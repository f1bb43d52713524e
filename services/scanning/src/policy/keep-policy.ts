import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import type { Policy, PolicyInput } from '@packhouse/contract/scanning/policy-routes.ts';
import { policyWords } from '@packhouse/contract/scanning/policy-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { ScanningSchema } from '../schema.ts';
import {
  deletePolicyRow,
  insertPolicy,
  lockPolicy,
  type PolicyRow,
  selectPolicies,
  selectPolicy,
  selectWatchesOf,
  type UsedPolicy,
  updatePolicyRow,
} from './policy-queries.ts';
import { mayGovern, requireGoverning, seenProjects } from './rights.ts';

/** Who does something, for the audit log. */
export interface By {
  actor: Actor;
  address: string;
}
type Tx = Transaction<ScanningSchema>;

const auditable = ({ name, type, description, rules, project }: PolicyRow) => ({ name, type, description, rules, ...(project === null ? {} : { project }) });

export function toPolicy(row: UsedPolicy): Policy {
  const { name, type, description, rules, author, revision, watches, project } = row;
  const times = { created: row.created_at.toISOString(), modified: row.modified_at.toISOString() };
  return { name, type, description, rules, author, revision, watches, ...times, ...(project === null ? {} : { project_key: project }) };
}

/** Policies that the actor keeps. @throws AppError `forbidden` for those who keep none */
export async function keptPolicies({ db }: Pick<Context, 'db'>, actor: Actor, project: string | undefined): Promise<UsedPolicy[]> {
  const all = await selectPolicies(db, undefined);
  const projects = seenProjects(
    actor,
    project,
    all.map((row) => row.project),
    'policies',
  );
  return projects ? all.filter((row) => row.project !== null && projects.includes(row.project)) : all;
}

/** A policy that the actor keeps. Those of others are answered like what is not there. @throws AppError `not_found` */
export async function needPolicy({ db }: Pick<Context, 'db'>, actor: Actor, name: string): Promise<UsedPolicy> {
  const row = await selectPolicy(db, name);
  if (!row || !mayGovern(actor, row.project ?? undefined, 'policies', 'read')) throw new AppError(policyWords.no_policy, { name });
  return row;
}

/** Writes a new policy, with the entry in the audit log. @throws AppError `already_exists` */
async function addPolicy(
  { platform }: Pick<Context, 'platform'>,
  tx: Tx,
  { actor, address }: By,
  input: PolicyInput,
  project: string | undefined,
): Promise<void> {
  const row = await insertPolicy(tx, input, project ?? null, actor.name);
  if (!row) {
    const said = say(policyWords.security_policy_exists);
    throw new AppError('already_exists', { said, detail: [{ path: 'name', ...said }] });
  }
  await platform.identity.audit({ actor: actor.name, address, action: 'policy.created', subject: row.name, after: auditable(row) }, tx);
  await platform.outbox.publish(tx, { type: 'policy.created', subject: row.name, data: {} });
}

/** Changes a policy, with the entry in the audit log. @throws AppError `not_found`, `invalid_input` */
async function replacePolicy({ platform }: Pick<Context, 'platform'>, tx: Tx, { actor, address }: By, name: string, input: PolicyInput): Promise<void> {
  const before = await lockPolicy(tx, name);
  if (!before || !mayGovern(actor, before.project ?? undefined, 'policies')) throw new AppError(policyWords.no_policy, { name });
  if (input.name !== name) throw namedFieldRefusal('name', say(policyWords.policy_name_fixed));
  if (input.type !== before.type) throw namedFieldRefusal('type', say(policyWords.policy_type_fixed));
  const after = await updatePolicyRow(tx, before, input, actor.name);
  await platform.identity.audit(
    { actor: actor.name, address, action: 'policy.updated', subject: name, before: auditable(before), after: auditable(after) },
    tx,
  );
  await platform.outbox.publish(tx, { type: 'policy.updated', subject: name, data: {} });
}

/** @throws AppError `not_found`, and `conflict` while watches use it */
export async function removePolicy({ platform, db }: Pick<Context, 'platform' | 'db'>, { actor, address }: By, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await lockPolicy(tx, name);
    if (!before || !mayGovern(actor, before.project ?? undefined, 'policies')) throw new AppError(policyWords.no_policy, { name });
    const users = await selectWatchesOf(tx, before.id);
    if (users.length > 0) throw new AppError(policyWords.policy_in_use, { names: users.join(', ') });
    await deletePolicyRow(tx, before.id);
    await platform.identity.audit({ actor: actor.name, address, action: 'policy.deleted', subject: name, before: auditable(before) }, tx);
    await platform.outbox.publish(tx, { type: 'policy.deleted', subject: name, data: {} });
  });
}

/** Saves a policy: a new one, or the one of this name. */
export async function savePolicy(
  context: Context,
  tx: Tx,
  by: By,
  input: PolicyInput,
  { project, name }: { project: string | undefined; name: string | undefined },
): Promise<void> {
  if (name !== undefined) return replacePolicy(context, tx, by, name, input);
  await requireGoverning(context, by.actor, project, 'policies');
  return addPolicy(context, tx, by, input, project);
}
