import { AppError } from '@packhouse/contract/errors.ts';
import type { FirewallRule, FirewallRuleInput } from '@packhouse/contract/repositories/firewall-routes.ts';
import { firewallWords } from '@packhouse/contract/repositories/firewall-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { deleteRuleRow, insertRule, isNameTaken, lockRule, type RuleRow, updateRuleRow } from './firewall-queries.ts';
import { findConcerning, type Keeper, keepsRule, requireReach, requireRule } from './keepers.ts';
import { listReach } from './reach.ts';

export type Tx = Transaction<RepositoriesSchema>;

/** Who changes something, for the audit log. */
export interface Changer {
  actor: Actor;
  address: string;
}

const inputOf = ({ name, mode, repositories, except_packages, condition, unknown }: RuleRow): FirewallRuleInput => ({
  name,
  mode,
  repositories,
  except: except_packages,
  condition,
  unknown,
});

export async function toRule(context: Context, keeper: Keeper, row: RuleRow): Promise<FirewallRule> {
  const input = inputOf(row);
  const reach = (await listReach(context, input)).filter(({ repository }) => keeper.all || keeper.repositories.has(repository));
  return {
    id: String(row.id),
    ...input,
    repositories: findConcerning(keeper, input.repositories),
    author: row.author,
    modified: row.modified_at.toISOString(),
    reach,
    mayChange: keepsRule(keeper, input),
  };
}

/** Changes what may come in, all of it or nothing, and has every process read it again. */
export async function changeFirewall<Result>(
  context: Context,
  type: 'firewall.rule' | 'firewall.exception',
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const result = await context.db.transaction().execute(async (tx) => {
    const done = await work(tx);
    await context.platform.outbox.publish(tx, { type, subject: '', data: {} });
    return done;
  });
  await context.firewall.load();
  return result;
}

export const missingRule = () => new AppError(firewallWords.no_firewall_rule);

function taken(): AppError {
  const said = say(firewallWords.firewall_rule_exists);
  return new AppError('already_exists', { said, detail: [{ path: 'name', ...said }] });
}

async function need(tx: Tx, id: string): Promise<RuleRow> {
  const row = await lockRule(tx, Number(id));
  if (!row) throw missingRule();
  return row;
}

const audit = ({ platform }: Context, tx: Tx, { actor, address }: Changer, action: string, subject: string, states: { before?: unknown; after?: unknown }) =>
  platform.identity.audit({ actor: actor.name, address, action, subject, ...states }, tx);

/** @throws AppError `already_exists`, `invalid_input` */
export async function createRule(context: Context, keeper: Keeper, input: FirewallRuleInput, by: Changer): Promise<RuleRow> {
  requireReach(keeper, input);
  return changeFirewall(context, 'firewall.rule', async (tx) => {
    const row = await insertRule(tx, input, by.actor.name);
    if (!row) throw taken();
    await audit(context, tx, by, 'firewall-rule.created', row.name, { after: inputOf(row) });
    return row;
  });
}

/** @throws AppError `not_found`, `already_exists`, `forbidden`, `invalid_input` */
export async function updateRule(context: Context, keeper: Keeper, id: string, input: FirewallRuleInput, by: Changer): Promise<RuleRow> {
  return changeFirewall(context, 'firewall.rule', async (tx) => {
    const before = await need(tx, id);
    requireRule(keeper, by.actor, before);
    requireReach(keeper, input);
    if (await isNameTaken(tx, input.name, before.id)) throw taken();
    const after = await updateRuleRow(tx, before.id, input, by.actor.name);
    await audit(context, tx, by, 'firewall-rule.updated', after.name, { before: inputOf(before), after: inputOf(after) });
    return after;
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function deleteRule(context: Context, keeper: Keeper, id: string, by: Changer): Promise<void> {
  return changeFirewall(context, 'firewall.rule', async (tx) => {
    const before = await need(tx, id);
    requireRule(keeper, by.actor, before);
    await deleteRuleRow(tx, before.id);
    await audit(context, tx, by, 'firewall-rule.deleted', before.name, { before: inputOf(before) });
  });
}
