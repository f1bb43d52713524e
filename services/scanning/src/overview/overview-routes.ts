import * as contract from '@packhouse/contract/scanning/overview-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { severityOf } from '../policy/judge-rules.ts';
import { countBySeverity, selectViolations } from '../violation/violation-list-queries.ts';
import { selectFor, toViolations } from '../violation/violation-view.ts';
import { countClosed, selectFigures, selectFixFirst, selectNotJudged, selectProgressOf, selectSources, selectTrend } from './overview-queries.ts';

const dayMilliseconds = 24 * 60 * 60_000;
const mostNew = 5;
const mostToFix = 10;

/** Adds to each day how many there were at its end, from how many there are now. */
function withActive(days: readonly { day: string; opened: number; closed: number }[], active: number): contract.TrendDay[] {
  let after = active;
  return days
    .toReversed()
    .map((one) => {
      const told = { ...one, active: Math.max(0, after) };
      after += one.closed - one.opened;
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
    const page = { order: 'severity', direction: 'asc', limit: mostNew, offset: 0 } as const;
    const keys = [...repositories.keys()];
    const [figures, severe, closed, trend, newest, toFix, sources, notJudged, { watches, ...scans }] = await Promise.all([
      selectFigures(db, selection),
      countBySeverity(db, selection),
      countClosed(db, selection),
      selection.ids ? undefined : selectTrend(db, selection, contract.trendDays),
      selectViolations(db, { ...selection, since }, page),
      selectFixFirst(db, selection, mostToFix),
      selectSources(db),
      selectNotJudged(db, keys),
      selectProgressOf(db, keys),
    ]);
    const active = severe.reduce((sum, one) => sum + one.active, 0);
    return {
      active,
      ignored: severe.reduce((sum, one) => sum + one.ignored, 0),
      severities: severe.map((one) => ({ severity: severityOf(one.rank), count: one.active })).filter(({ count }) => count > 0),
      blocking: figures.blocking,
      fixable: figures.fixable,
      day: { opened: figures.opened, closed, newest: await toViolations(context, actor, repositories, newest) },
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
