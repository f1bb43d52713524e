import type { InsightPeriod, RankedMetric } from '@packhouse/contract/insight/insight-metrics.ts';
import type { TrendChart, TrendFigure, Trends } from '@packhouse/contract/insight/insight-routes.ts';
import { severities } from '@packhouse/contract/severities.ts';
import type { Context } from '../context.ts';
import { selectNow } from '../point/point-queries.ts';
import { addLines, type Line, lastOf, type Measured, readLines, subtractLines, sumLine } from './lines.ts';
import { makeSpan, type Span, tellSpan, toDate } from './span.ts';
import { type Sought, selectBeginning, selectLeaders, selectRepositoryLabels } from './trend-queries.ts';

/** Repositories that a chart shows by themselves; all others are one line. */
const shown = 5;

const total = (metric: string): Sought[] => [{ metric, labels: {} }];

/** The repositories that lead in something, and the series of each. */
async function readTop({ db }: Pick<Context, 'db'>, metric: RankedMetric, period: InsightPeriod): Promise<{ repository: string; sought: Sought[] }[]> {
  const leaders = await selectLeaders(db, metric, period, shown);
  const labels = await selectRepositoryLabels(
    db,
    metric,
    leaders.map(({ repository }) => repository),
  );
  return leaders.map(({ repository }) => ({
    repository,
    sought: labels.filter((one) => one.repository === repository).map((one) => ({ metric, labels: one })),
  }));
}

const figureLine = (name: string, values: Line) => ({ of: 'figure' as const, name, values: [...values] });

/** Lines of the repositories that lead, and one for all others. */
function splitChart(all: Measured, top: readonly { repository: string; line: Measured }[]): TrendChart['series'] {
  const lines = top.map(({ repository, line }) => ({ of: 'repository' as const, name: repository, values: [...line.now] }));
  const others = subtractLines(
    all.now,
    top.map(({ line }) => line.now),
  );
  const isMore = others.some((value) => value !== null && value > 0);
  return [...lines, ...(isMore || (lines.length === 0 && sumLine(all.now) !== null) ? [{ of: 'others' as const, name: '', values: [...others] }] : [])];
}

interface Totals {
  storage: Measured;
  sent: Measured;
  received: Measured;
  hits: Measured;
  misses: Measured;
  findings: readonly Measured[];
}

function share(hits: number | null, misses: number | null): number | null {
  return hits === null || misses === null || hits + misses === 0 ? null : hits / (hits + misses);
}

/** Findings of all severities that are known. */
function sumFindings(findings: readonly Line[]): number | null {
  const known = findings.map(lastOf).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** The period before is compared only where all of it was counted. */
function makeFigures({ storage, sent, received, hits, misses, findings }: Totals, wasCounted: boolean): TrendFigure[] {
  const past = (value: number | null) => (wasCounted ? value : null);
  return [
    { id: 'storage', value: lastOf(storage.now), before: lastOf(storage.before) },
    {
      id: 'traffic',
      value: sumLine(addLines([sent.now, received.now])),
      before: past(sumLine(addLines([sent.before, received.before]))),
    },
    { id: 'cache', value: share(sumLine(hits.now), sumLine(misses.now)), before: past(share(sumLine(hits.before), sumLine(misses.before))) },
    { id: 'findings', value: sumFindings(findings.map(({ now }) => now)), before: sumFindings(findings.map(({ before }) => before)) },
  ];
}

const singles = ['storedBytes', 'sent', 'received', 'requests', 'hits', 'misses'];

async function readAll(context: Context, span: Span): Promise<{ totals: Totals; charts: TrendChart[] }> {
  const [stored, asked] = [await readTop(context, 'storedBytes', span.period), await readTop(context, 'requests', span.period)];
  const lines = await readLines(context, span, [
    ...singles.map(total),
    ...severities.map((severity) => [{ metric: 'findings', labels: { severity } }]),
    ...[...stored, ...asked].map(({ sought }) => sought),
  ]);
  const [storage, sent, received, requests, hits, misses] = lines as [Measured, Measured, Measured, Measured, Measured, Measured];
  const findings = lines.slice(singles.length, singles.length + severities.length);
  const ranked = lines.slice(singles.length + severities.length);
  const topStored = stored.map(({ repository }, at) => ({ repository, line: ranked[at]! }));
  const topAsked = asked.map(({ repository }, at) => ({ repository, line: ranked[stored.length + at]! }));
  const found = severities.map((severity, at) => figureLine(severity, findings[at]!.now)).filter(({ values }) => values.some((value) => value !== null));
  return {
    totals: { storage, sent, received, hits, misses, findings },
    charts: [
      { id: 'storage', kind: 'level', unit: 'bytes', series: splitChart(storage, topStored) },
      { id: 'traffic', kind: 'counter', unit: 'bytes', series: [figureLine('sent', sent.now), figureLine('received', received.now)] },
      { id: 'requests', kind: 'counter', unit: 'count', series: splitChart(requests, topAsked) },
      { id: 'cache', kind: 'counter', unit: 'count', series: [figureLine('hits', hits.now), figureLine('misses', misses.now)] },
      { id: 'findings', kind: 'level', unit: 'count', series: found },
    ],
  };
}

export async function readTrendsOf(context: Context, period: InsightPeriod): Promise<Trends> {
  const { db } = context;
  const span = makeSpan(period, await selectNow(db));
  const since = await selectBeginning(db);
  const { totals, charts } = await readAll(context, span);
  const wasCounted = since !== undefined && since <= toDate(span.before);
  return { ...tellSpan(span), since: since?.toISOString() ?? null, figures: makeFigures(totals, wasCounted), charts };
}

const ownCharts = [
  { id: 'requests', kind: 'counter', unit: 'count', metrics: ['requests'] },
  { id: 'traffic', kind: 'counter', unit: 'bytes', metrics: ['sent', 'received'] },
  { id: 'storage', kind: 'level', unit: 'bytes', metrics: ['storedBytes'] },
] as const;

type OwnTrends = Pick<Trends, 'charts' | 'since'> & ReturnType<typeof tellSpan>;

/** The same charts of anything whose series have labels of their own. */
async function readOwnTrends(context: Context, period: InsightPeriod, find: (metric: string) => Promise<Sought[]>): Promise<OwnTrends> {
  const { db } = context;
  const span = makeSpan(period, await selectNow(db));
  const since = await selectBeginning(db);
  const metrics = ownCharts.flatMap((chart) => [...chart.metrics]);
  const lines = await readLines(context, span, await Promise.all(metrics.map(find)));
  return {
    ...tellSpan(span),
    since: since?.toISOString() ?? null,
    charts: ownCharts.map(({ id, kind, unit, metrics: own }) => ({
      id,
      kind,
      unit,
      series: own.map((metric) => figureLine(metric, lines[metrics.indexOf(metric)]!.now)),
    })),
  };
}

/** What clients moved and asked for in one repository, and what it held. */
export function readTrendsOfRepository(context: Context, key: string, period: InsightPeriod): Promise<OwnTrends> {
  return readOwnTrends(context, period, async (metric) => (await selectRepositoryLabels(context.db, metric, [key])).map((labels) => ({ metric, labels })));
}

/** What clients moved and asked for in the repositories that were in a project at the time, and what these held. */
export function readTrendsOfProject(context: Context, key: string, period: InsightPeriod): Promise<OwnTrends> {
  return readOwnTrends(context, period, async (metric) => [{ metric, labels: { project: key } }]);
}
