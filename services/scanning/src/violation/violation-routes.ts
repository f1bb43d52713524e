import { listViolationGroups } from '@packhouse/contract/scanning/violation-group-routes.ts';
import * as contract from '@packhouse/contract/scanning/violation-routes.ts';
import { listWatchesOfIssue } from '@packhouse/contract/scanning/watch-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { severityOf } from '../policy/judge-rules.ts';
import { countFacets } from './facet-queries.ts';
import { selectGroups } from './group-queries.ts';
import { ignoreOne, ignoreSeveral } from './ignore-violation.ts';
import { selectViolationPage } from './page-queries.ts';
import { readStory } from './story.ts';
import { findTally, tallyBySeverity, tallyFacets } from './tally-queries.ts';
import { countBySeverity, countByWatch, type ViolationSelection } from './violation-list-queries.ts';
import { needViolation, selectFor, toViolations } from './violation-view.ts';

/** How many fit: from figures that are kept, where they tell that apart, or else by counting. */
export const readFigures = ({ db }: Pick<Context, 'db'>, selection: ViolationSelection) => {
  const tally = findTally(selection);
  return tally ? tallyBySeverity(db, selection, tally) : countBySeverity(db, selection);
};

/** Violations, for the console. */
export function violationRoutes(app: FastifyInstance, context: Context): void {
  const { platform, db } = context;
  handle(app, platform, contract.listViolations, async ({ query, body }, { actor }) => {
    const { selection, repositories } = await selectFor(context, actor, body);
    const { order_by: order, direction, num_of_rows: limit, after, before } = query;
    const page = { order, direction, limit, after, before, offset: (query.page_num - 1) * limit };
    const tally = findTally(selection);
    const [{ rows, next, previous }, figures, facets] = await Promise.all([
      selectViolationPage(db, selection, page),
      readFigures(context, selection),
      tally ? tallyFacets(db, selection, tally) : countFacets(db, selection),
    ]);
    const sum = (state: 'active' | 'ignored') => figures.reduce((all, one) => all + one[state], 0);
    const bySeverity = figures.map((one) => ({ severity: severityOf(one.rank), count: one[body.filter] })).filter(({ count }) => count > 0);
    return {
      data: await toViolations(context, actor, repositories, rows),
      total_count: sum(body.filter),
      next,
      previous,
      facets: { active: sum('active'), ignored: sum('ignored'), severities: bySeverity, ...facets },
    };
  });
  handle(app, platform, listViolationGroups, async ({ query, body }, { actor }) => {
    const { selection } = await selectFor(context, actor, body);
    return selectGroups(db, selection, query);
  });
  handle(app, platform, contract.readViolation, async ({ params }, { actor }) => {
    const { row, repositories } = await needViolation(context, actor, params.id);
    const [violation] = await toViolations(context, actor, repositories, [row]);
    const state = row.state === 'closed' ? row.state : violation!.ignored ? ('ignored' as const) : ('active' as const);
    return { ...violation!, state, ...(await readStory(db, row.id)) };
  });
  handle(app, platform, contract.ignoreViolation, async ({ params, query, body }, by) => ({
    id: await ignoreOne(context, by, params.id, { ...body, once: query.ignore_once }),
  }));
  handle(app, platform, contract.ignoreAllViolations, ({ query, body: { ids, filter, after, ...why } }, by) =>
    ignoreSeveral(context, by, { ids, filter, after }, { ...why, once: query.ignore_once }),
  );
  handle(app, platform, listWatchesOfIssue, async ({ query }, { actor }) => {
    const { selection } = await selectFor(context, actor, { filter: 'active', subject: query.user_issue_id });
    const data = await countByWatch(db, selection);
    return { data, total_count: data.length };
  });
}
