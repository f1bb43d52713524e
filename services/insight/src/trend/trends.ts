import type { InsightPeriod, RankedMetric } from '@packhouse/contract/insight/insight-metrics.ts';
import type { TrendChart, TrendFigure, Trends } from '@packhouse/contract/insight/insight-routes.ts';
import { severities } from '@packhouse/contract/severities.ts';
import type { Context } from '../context.ts';
import { otherProgram } from '../gather/program.ts';
import { selectHoldingFormats, selectNow } from '../point/point-queries.ts';
import { figureCharts, ownCharts } from './charts.ts';
import { addLines, type Line, lastOf, type Measured, readLines, subtractLines, sumLine } from './lines.ts';
import { makeSpan, type Span, tellSpan, toDate } from './span.ts';
import { type Sought, selectBeginning, selectLeaders, selectRepositoryLabels } from './trend-queries.ts';

/** Repositories that a chart shows by themselves; all others are one line. */
const shown = 5;

const total = (metric: string): Sought[] => [{ metric, labels: {}, before: true }];

/** A line of its own in a chart. */
interface Top {
  name: string;
  sought: Sought[];
}

/** The repositories that lead in something, and the series of each. */
async function readTop({ db }: Pick<Context, 'db'>, metric: RankedMetric, period: InsightPeriod): Promise<Top[]> {
  const leaders = await selectLeaders(db, metric, period, shown);
  const labels = await selectRepositoryLabels(
    db,
    metric,
    leaders.map(({ repository }) => repository),
  );
  return leaders.map(({ repository }) => ({
    name: repository,
    sought: labels.filter((one) => one.repository === repository).map((one) => ({ metric, labels: one })),
  }));
}

const figureLine = (name: string, values: Line) => ({ of: 'figure' as const, name, values: [...values] });

/** Lines of the repositories, formats or clients that lead, and one for all others. */
function splitChart(of: 'repository' | 'format' | 'client', all: Measured, top: readonly { name: string; line: Measured }[]): TrendChart['series'] {
  const lines = top.map(({ name, line }) => ({ of, name, values: [...line.now] }));
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

/** Lines of the whole platform: those of the charts that are always the same, and those that others are parts of. */
const singles = [...new Set([...Object.values(figureCharts).flatMap(({ metrics }) => metrics), 'storedBytes' as const, 'requests' as const])];
type Single = (typeof singles)[number];

/** The formats of which most is stored, and the series of each. */
async function readTopFormats({ db }: Pick<Context, 'db'>): Promise<Top[]> {
  const labels = await selectHoldingFormats(db, 'storedBytes', shown);
  return labels.map((one) => ({ name: one.format ?? '', sought: [{ metric: 'storedBytes', labels: one }] }));
}

/** The programs of clients that asked most, and the series of each. */
async function readTopClients({ db }: Pick<Context, 'db'>, period: InsightPeriod): Promise<Top[]> {
  // One more, for those that have no name are no line of their own.
  const leaders = await selectLeaders(db, 'clients', period, shown + 1);
  const named = leaders.map(({ repository }) => repository).filter((client) => client !== otherProgram);
  return named.slice(0, shown).map((client) => ({ name: client, sought: [{ metric: 'requests', labels: { client } }] }));
}

/** Reads the lines of all charts in one query, and gives them back by what they are of. */
async function readAllLines(context: Context, span: Span) {
  const tops = await Promise.all([
    readTop(context, 'storedBytes', span.period),
    readTop(context, 'requests', span.period),
    readTopFormats(context),
    readTopClients(context, span.period),
  ]);
  const severe = (metric: string, before: boolean) => severities.map((severity) => [{ metric, labels: { severity }, before }]);
  const wanted = [...singles.map(total), ...severe('findings', true), ...severe('violations', false), ...tops.flat().map(({ sought }) => sought)];
  const lines = await readLines(context, span, wanted);
  const take = (count: number) => lines.splice(0, count);
  const one = Object.fromEntries(singles.map((name) => [name, take(1)[0]!])) as Record<Single, Measured>;
  const [findings, violations] = [take(severities.length), take(severities.length)];
  const [topStored, topAsked, topFormats, topClients] = tops.map((top) => top.map(({ name }) => ({ name, line: take(1)[0]! })));
  return { one, findings, violations, topStored: topStored!, topAsked: topAsked!, topFormats: topFormats!, topClients: topClients! };
}

const bySeverity = (lines: readonly Measured[]) =>
  severities.map((severity, at) => figureLine(severity, lines[at]!.now)).filter(({ values }) => values.some((value) => value !== null));

async function readAll(context: Context, span: Span): Promise<{ totals: Totals; charts: TrendChart[] }> {
  const { one, findings, violations, topStored, topAsked, topFormats, topClients } = await readAllLines(context, span);
  const { storedBytes: storage, sent, received, requests, hits, misses } = one;
  const figures = ({ metrics, ...chart }: (typeof figureCharts)[keyof typeof figureCharts]): TrendChart => ({
    ...chart,
    series: metrics.map((metric) => figureLine(metric, one[metric].now)),
  });
  return {
    totals: { storage, sent, received, hits, misses, findings },
    charts: [
      { id: 'storage', kind: 'level', unit: 'bytes', series: splitChart('repository', storage, topStored) },
      { id: 'formats', kind: 'level', unit: 'bytes', series: splitChart('format', storage, topFormats) },
      figures(figureCharts.traffic),
      figures(figureCharts.files),
      { id: 'requests', kind: 'counter', unit: 'count', series: splitChart('repository', requests, topAsked) },
      { id: 'clients', kind: 'counter', unit: 'count', series: splitChart('client', requests, topClients) },
      figures(figureCharts.callers),
      figures(figureCharts.cache),
      figures(figureCharts.saved),
      figures(figureCharts.scans),
      { id: 'findings', kind: 'level', unit: 'count', series: bySeverity(findings) },
      { id: 'violations', kind: 'level', unit: 'count', series: bySeverity(violations) },
      figures(figureCharts.deliveries),
      figures(figureCharts.waiting),
    ],
  };
}

export async function readTrendsOf(context: Context, period: InsightPeriod): Promise<Trends> {
  const { db } = context;
  const [now, since] = await Promise.all([selectNow(db), selectBeginning(db)]);
  const span = makeSpan(period, now);
  const { totals, charts } = await readAll(context, span);
  const wasCounted = since !== undefined && since <= toDate(span.before);
  return { ...tellSpan(span), since: since?.toISOString() ?? null, figures: makeFigures(totals, wasCounted), charts };
}

type OwnTrends = Pick<Trends, 'charts' | 'since'> & ReturnType<typeof tellSpan>;

/** The same charts of anything whose series have labels of their own. */
async function readOwnTrends(context: Context, period: InsightPeriod, find: (metric: string) => Promise<Sought[]>): Promise<OwnTrends> {
  const { db } = context;
  const [now, since] = await Promise.all([selectNow(db), selectBeginning(db)]);
  const span = makeSpan(period, now);
  const metrics = ownCharts.flatMap((chart) => [...chart.metrics]);
  const lines = await readLines(context, span, await Promise.all(metrics.map(find)));
  return {
    ...tellSpan(span),
    since: since?.toISOString() ?? null,
    charts: ownCharts.flatMap(({ metrics: own, isOptional, ...chart }) => {
      const series = own.map((metric) => figureLine(metric, lines[metrics.indexOf(metric)]!.now));
      const isKnown = series.some(({ values }) => values.some((value) => (value ?? 0) > 0));
      return isOptional && !isKnown ? [] : [{ ...chart, series }];
    }),
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
