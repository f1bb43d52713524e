import * as contract from '@packhouse/contract/repositories/firewall-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { askException, decideException, endException, toException } from './exception-changes.ts';
import { countExceptions, selectExceptions } from './exception-queries.ts';
import { selectRules } from './firewall-queries.ts';
import { countRecords, type RecordRow, selectRecords } from './record-queries.ts';
import { createRule, deleteRule, toRule, updateRule } from './rule-changes.ts';

const toRecord = ({ id, rule, rule_id, repository, package: name, version, actor, outcome, count, first_at, last_at }: RecordRow): contract.FirewallRecord => ({
  id: String(id),
  rule,
  ruleId: String(rule_id),
  repository,
  package: name,
  version,
  user: actor,
  outcome,
  count,
  first: first_at.toISOString(),
  last: last_at.toISOString(),
});

const getPage = ({ after, limit }: { after?: string | undefined; limit: number }) => ({ after: after === undefined ? undefined : Number(after), limit });

/** Where the next page begins, if this one was full. */
const readNext = (rows: readonly { id: number }[], limit: number) => (rows.length < limit ? null : String(rows.at(-1)?.id));

const isAdministrator = (actor: Actor) => actor.administrator && !actor.scope;

/** Rules of what may come in, what they did, and exceptions from them. */
export function firewallRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform, firewall } = context;

  handle(app, platform, contract.listFirewallRules, async () => ({ items: await Promise.all((await selectRules(db)).map((row) => toRule(context, row))) }));
  handle(app, platform, contract.createFirewallRule, async ({ body }, call) => toRule(context, await createRule(context, body, call)));
  handle(app, platform, contract.updateFirewallRule, async ({ params, body }, call) => toRule(context, await updateRule(context, params.id, body, call)));
  handle(app, platform, contract.deleteFirewallRule, ({ params }, call) => deleteRule(context, params.id, call));

  handle(app, platform, contract.listFirewallRecords, async ({ query }) => {
    await firewall.records.flush();
    const { month = new Date().toISOString().slice(0, 7), outcome, search } = query;
    const filter = { month: `${month}-01`, outcome, search };
    const [rows, total] = await Promise.all([selectRecords(db, filter, getPage(query)), countRecords(db, filter)]);
    return { items: rows.map(toRecord), total, next: readNext(rows, query.limit) };
  });

  handle(app, platform, contract.listFirewallExceptions, async ({ query }, { actor }) => {
    const filter = { state: query.state, askedBy: isAdministrator(actor) ? undefined : actor.name };
    const [rows, total] = await Promise.all([selectExceptions(db, filter, getPage(query)), countExceptions(db, filter)]);
    return { items: rows.map(toException), total, next: readNext(rows, query.limit) };
  });
  handle(app, platform, contract.askFirewallException, async ({ body }, call) => toException(await askException(context, body, call)));
  handle(app, platform, contract.decideFirewallException, async ({ params, body }, call) => toException(await decideException(context, params.id, body, call)));
  handle(app, platform, contract.endFirewallException, async ({ params }, call) => toException(await endException(context, params.id, call)));
}
