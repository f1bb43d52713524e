import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import type { AskedException, ExceptionDecision, FirewallException } from '@packhouse/contract/repositories/firewall-routes.ts';
import { firewallWords } from '@packhouse/contract/repositories/firewall-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type Actor, authorise } from '@packhouse/kernel/access/authorisation.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { readResource } from '../directory/directory.ts';
import { globMatches } from '../directory/glob.ts';
import { decideExceptionRow, type ExceptionRow, endExceptionRow, insertException, lockException, selectException } from './exception-queries.ts';
import { lockRule } from './firewall-queries.ts';
import { type Keeper, keepsRule, requireRule } from './keepers.ts';
import { type Changer, changeFirewall, missingRule, type Tx } from './rule-changes.ts';
import { queueTelling, tellAskers } from './tell-exceptions.ts';

/** An exception as it is told to somebody; without a keeper to whom decides about none. */
export function toException(row: ExceptionRow, keeper?: Keeper): FirewallException {
  const { id, rule, rule_id, format, package: name, version, reason, state, asked_by, asked_at, decided_by, decided_at, note, until_at } = row;
  return {
    id: String(id),
    rule,
    ruleId: String(rule_id),
    format,
    package: name,
    version,
    reason,
    // What ended by the clock is over, too.
    state: state === 'approved' && until_at !== null && until_at.getTime() <= Date.now() ? 'ended' : state,
    askedBy: asked_by,
    askedAt: asked_at.toISOString(),
    decidedBy: decided_by,
    decidedAt: decided_at?.toISOString() ?? null,
    note,
    until: until_at?.toISOString() ?? null,
    mayDecide: keeper !== undefined && keepsRule(keeper, { repositories: row.rule_repositories }),
  };
}

async function need(tx: Tx, id: number): Promise<ExceptionRow> {
  const row = await selectException(tx, id);
  if (!row) throw new AppError(firewallWords.no_exception);
  return row;
}

/** Writes down what was done with an exception, and answers it. */
export async function auditException(
  context: Context,
  tx: Tx,
  { actor, address }: { actor: Pick<Actor, 'name'>; address: string },
  action: string,
  id: number,
): Promise<ExceptionRow> {
  const row = await need(tx, id);
  const { rule, format, package: name, version, reason, note, until } = toException(row);
  const after = { rule, format, package: name, version, reason, note, until };
  await context.platform.identity.audit({ actor: actor.name, address, action, subject: `${name} ${version}`.trim(), after }, tx);
  return row;
}

/** Somebody asks for something that they may read. @throws AppError `not_found`, `conflict`, `forbidden` */
export async function askException(context: Context, asked: z.output<typeof AskedException>, by: Changer & { actor: Actor }): Promise<ExceptionRow> {
  const repository = await context.directory.find(asked.repository);
  if (repository?.class !== 'remote') throw fieldRefusal('repository', say(firewallWords.exception_of_no_remote, { key: asked.repository }));
  authorise(by.actor, 'read', readResource(repository));
  return changeFirewall(context, 'firewall.exception', async (tx) => {
    const rule = await lockRule(tx, Number(asked.ruleId));
    // A rule about other repositories refuses nothing there, and what it is called is for those who see it.
    if (!rule?.repositories.some((pattern) => globMatches(pattern, repository.key))) throw missingRule();
    const { package: name, version, reason } = asked;
    const id = await insertException(tx, { rule_id: rule.id, format: repository.format, package: name, version, reason, asked_by: by.actor.name });
    if (id === undefined) throw new AppError(firewallWords.exception_asked);
    const row = await auditException(context, tx, by, 'firewall-exception.asked', id);
    await queueTelling(context, tx, row);
    return row;
  });
}

/** @throws AppError `not_found`, `conflict`, `invalid_input`, `forbidden` unless the rule is somebody's to change */
export async function decideException(
  context: Context,
  keeper: Keeper,
  id: string,
  { approved, until, note }: z.output<typeof ExceptionDecision>,
  by: Changer,
): Promise<ExceptionRow> {
  if (approved && until !== undefined && Date.parse(until) <= Date.now()) throw fieldRefusal('until', say(firewallWords.exception_ends_before));
  return changeFirewall(context, 'firewall.exception', async (tx) => {
    const state = await lockException(tx, Number(id));
    if (state === undefined) throw new AppError(firewallWords.no_exception);
    requireRule(keeper, by.actor, { repositories: (await need(tx, Number(id))).rule_repositories });
    if (state !== 'asked') throw new AppError(firewallWords.exception_decided);
    await decideExceptionRow(tx, Number(id), { state: approved ? 'approved' : 'refused', by: by.actor.name, note, until: approved ? until : undefined });
    const row = await auditException(context, tx, by, approved ? 'firewall-exception.approved' : 'firewall-exception.refused', Number(id));
    await tellAskers(context, tx, approved ? 'approved' : 'refused', [row], by.actor.name);
    return row;
  });
}

/** @throws AppError `not_found`, `conflict` where nothing is left to end, `forbidden` unless the rule is somebody's to change */
export function endException(context: Context, keeper: Keeper, id: string, by: Changer): Promise<ExceptionRow> {
  return changeFirewall(context, 'firewall.exception', async (tx) => {
    const state = await lockException(tx, Number(id));
    if (state === undefined) throw new AppError(firewallWords.no_exception);
    requireRule(keeper, by.actor, { repositories: (await need(tx, Number(id))).rule_repositories });
    if (state !== 'approved') throw new AppError(firewallWords.exception_decided);
    await endExceptionRow(tx, Number(id));
    const row = await auditException(context, tx, by, 'firewall-exception.ended', Number(id));
    await tellAskers(context, tx, 'ended', [row], by.actor.name);
    return row;
  });
}
