import * as contract from '@packhouse/contract/repositories/firewall-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { askException, decideException, endException, toException } from './exception-changes.ts';
import { countExceptions, selectExceptions } from './exception-queries.ts';
import { selectRules } from './firewall-queries.ts';
import { findConcerning, keepsRule, readKeeper, requireKeeper } from './keepers.ts';
import { countRecords, type RecordRow, selectRecords } from './record-queries.ts';
import { createRule, deleteRule, toRule, updateRule } from './rule-changes.ts';

const toRecord = ({
  id,
  rule,
  rule_id,
  repository,
  package: name,
  version,
  actor,
  outcome,
  place,
  versions,
  count,
  first_at,
  last_at,
}: RecordRow): contract.FirewallRecord => ({
  id: String(id),
  rule,
  ruleId: String(rule_id),
  repository,
  package: name,
  version,
  user: actor,
  outcome,
  place,
  versions,
  count,
  first: first_at.toISOString(),
  last: last_at.toISOString(),
});

const getPage = ({ after, limit }: { after?: string | undefined; limit: number }) => ({ after: after === undefined ? undefined : Number(after), limit });

/** Where the next page begins, if this one was full. */
const readNext = (rows: readonly { id: number }[], limit: number) => (rows.length < limit ? null : String(rows.at(-1)?.id));

/** Rules of what may come in, what they did, and exceptions from them. */
export function firewallRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform, firewall } = context;

  handle(app, platform, contract.listFirewallRules, async (_input, { actor }) => {
    const seen = await requireKeeper(context, actor, 'read');
    const keeper = await readKeeper(context, actor);
    const rows = (await selectRules(db)).filter(({ repositories }) => findConcerning(seen, repositories).length > 0);
    return { items: await Promise.all(rows.map(async (row) => ({ ...(await toRule(context, seen, row)), mayChange: keepsRule(keeper, row) }))) };
  });
  handle(app, platform, contract.createFirewallRule, async ({ body }, call) => {
    const keeper = await requireKeeper(context, call.actor);
    return toRule(context, keeper, await createRule(context, keeper, body, call));
  });
  handle(app, platform, contract.updateFirewallRule, async ({ params, body }, call) => {
    const keeper = await requireKeeper(context, call.actor);
    return toRule(context, keeper, await updateRule(context, keeper, params.id, body, call));
  });
  handle(app, platform, contract.deleteFirewallRule, async ({ params }, call) =>
    deleteRule(context, await requireKeeper(context, call.actor), params.id, call),
  );

  handle(app, platform, contract.listFirewallRecords, async ({ query }, { actor }) => {
    const { all, repositories } = await requireKeeper(context, actor, 'read');
    await firewall.records.flush();
    const { month = new Date().toISOString().slice(0, 7), outcome, search } = query;
    const filter = { month: `${month}-01`, outcome, search, repositories: all ? undefined : [...repositories] };
    const [rows, total] = await Promise.all([selectRecords(db, filter, getPage(query)), countRecords(db, filter)]);
    return { items: rows.map(toRecord), total, next: readNext(rows, query.limit) };
  });

  handle(app, platform, contract.listFirewallExceptions, async ({ query }, { actor }) => {
    const seen = await readKeeper(context, actor, 'read');
    const keeper = await readKeeper(context, actor);
    const filter = { state: query.state, seenBy: seen.all ? undefined : { name: actor.name, repositories: [...seen.repositories] } };
    const [rows, total] = await Promise.all([selectExceptions(db, filter, getPage(query)), countExceptions(db, filter)]);
    return { items: rows.map((row) => toException(row, keeper)), total, next: readNext(rows, query.limit) };
  });
  handle(app, platform, contract.askFirewallException, async ({ body }, call) => toException(await askException(context, body, call)));
  handle(app, platform, contract.decideFirewallException, async ({ params, body }, call) => {
    const keeper = await requireKeeper(context, call.actor);
    return toException(await decideException(context, keeper, params.id, body, call), keeper);
  });
  handle(app, platform, contract.endFirewallException, async ({ params }, call) => {
    const keeper = await requireKeeper(context, call.actor);
    return toException(await endException(context, keeper, params.id, call), keeper);
  });
}
