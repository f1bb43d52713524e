import * as contract from '@packhouse/contract/scanning/overview-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { severityOf } from '../policy/judge-rules.ts';
import { type TallyDay, tallyBySeverity, tallyDays, tallyHours } from '../violation/tally-queries.ts';
import { countBySeverity, selectWorst } from '../violation/violation-list-queries.ts';
import { selectFor, toViolations } from '../violation/violation-view.ts';
import { countFew, selectFixFirst, selectNotJudged, selectProgressOf, selectSources } from './overview-queries.ts';

const dayMilliseconds = 24 * 60 * 60_000;
const mostNew = 5;
const mostToFix = 10;

/** Tells of each day how many there were at its end, from how many there are now. */
function withActive(days: readonly TallyDay[], active: number): contract.TrendDay[] {
  let after = active;
  return days
    .toReversed()
    .map(({ change, ...one }) => {
      const told = { ...one, active: Math.max(0, after) };
      after -= change;
      return told;
    })
    .toReversed();
}

/** The page that is opened every morning. */
export function overviewRoutes(app: FastifyInstance, context: Context): void {
  const { platform, db } = context;
  handle(app, platform, contract.readSecurityOverview, async ({ query }, { actor }) => {
    const { selection, repositories } = await selectFor(context, actor, { filter: 'active', ...query });
    const since = new Date(Date.now() - dayMilliseconds).toISOString();
    const keys = selection.repositories;
    const [severe, hours, trend, newest, toFix, sources, notJudged, { watches, ...scans }] = await Promise.all([
      selection.ids ? countBySeverity(db, selection) : tallyBySeverity(db, selection),
      selection.ids ? countFew(db, selection) : tallyHours(db, keys),
      selection.ids ? undefined : tallyDays(db, keys, contract.trendDays),
      selectWorst(db, { ...selection, since }, mostNew),
      selectFixFirst(db, selection, mostToFix),
      selectSources(db),
      selectNotJudged(db, keys),
      selectProgressOf(db, keys),
    ]);
    const sum = (figure: 'active' | 'ignored' | 'fixable') => severe.reduce((all, one) => all + one[figure], 0);
    const active = sum('active');
    return {
      active,
      ignored: sum('ignored'),
      severities: severe.map((one) => ({ severity: severityOf(one.rank), count: one.active })).filter(({ count }) => count > 0),
      blocking: hours.blocking,
      fixable: sum('fixable'),
      day: { opened: hours.opened, closed: hours.closed, newest: await toViolations(context, actor, repositories, newest) },
      trend: trend ? withActive(trend, active) : null,
      fix_first: toFix.map(({ rank, ...row }) => ({ ...row, severity: severityOf(rank) })),
      sources: sources.map(({ at, ...source }) => ({
        ...source,
        at: at.toISOString(),
        is_old: Date.now() - at.getTime() > contract.sourceOldDays * dayMilliseconds,
      })),
      not_judged: notJudged,
      scans,
      watches,
    };
  });
}
