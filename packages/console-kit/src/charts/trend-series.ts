import type { TrendChart, TrendSeries, Trends } from '@packhouse/contract/insight/insight-routes.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { type Severity, severities } from '@packhouse/contract/severities.ts';
import { formatBytes, formatNumber, nameSeverity } from '@packhouse/ui/core.ts';
import type { ChartSeries } from './chart-shape.ts';
import type { ChartPeriod } from './chart-time.ts';
import { t } from './chart-words.ts';

/** Colours of the repositories, formats and clients that lead; the rest is grey. */
const leaders = ['var(--accent-fill)', 'var(--info)', 'var(--medium)', 'var(--good)', 'var(--critical)'];

const figureColors: Readonly<Record<string, string>> = {
  sent: 'var(--accent-fill)',
  received: 'var(--info)',
  hits: 'var(--good)',
  misses: 'var(--medium)',
  requests: 'var(--accent-fill)',
  uploads: 'var(--info)',
  savedBytes: 'var(--good)',
  fetchedBytes: 'var(--medium)',
  activeUsers: 'var(--accent-fill)',
  activeClients: 'var(--info)',
  scans: 'var(--accent-fill)',
  deliveries: 'var(--good)',
  failedDeliveries: 'var(--critical)',
  storedBytes: 'var(--accent-fill)',
  downloads: 'var(--accent-fill)',
  versions: 'var(--info)',
  waitingMessages: 'var(--accent-fill)',
  queuedJobs: 'var(--info)',
  Critical: 'var(--critical)',
  High: 'var(--high)',
  Medium: 'var(--medium)',
  Low: 'var(--low)',
  Information: 'var(--info)',
  Unknown: 'var(--unknown)',
};

const figureNames = {
  sent: () => t('sent'),
  received: () => t('received'),
  hits: () => t('hits'),
  misses: () => t('misses'),
  requests: () => t('requests'),
  storedBytes: () => t('storedBytes'),
  downloads: () => t('downloads'),
  uploads: () => t('uploads'),
  savedBytes: () => t('savedBytes'),
  fetchedBytes: () => t('fetchedBytes'),
  activeUsers: () => t('activeUsers'),
  activeClients: () => t('activeClients'),
  scans: () => t('scans'),
  deliveries: () => t('deliveries'),
  failedDeliveries: () => t('failedDeliveries'),
  versions: () => t('versions'),
  waitingMessages: () => t('waitingMessages'),
  queuedJobs: () => t('queuedJobs'),
};

function findName({ of, name }: TrendSeries): string {
  if (of === 'others') return t('others');
  if (of === 'format') return getFormatTitle(name);
  // The one kind of client that is no program with a name of its own.
  if (of === 'client' && name === 'browsers') return t('browsers');
  if (of === 'figure' && severities.some((severity) => severity === name)) return nameSeverity(name as Severity);
  return of === 'figure' && name in figureNames ? figureNames[name as keyof typeof figureNames]() : name;
}

function findColor({ of, name }: TrendSeries, at: number): string {
  if (of === 'repository' || of === 'format' || of === 'client') return leaders[at] ?? 'var(--unknown)';
  return of === 'others' ? 'var(--control)' : (figureColors[name] ?? 'var(--unknown)');
}

/** The layers of a chart, in the words and colours of the reader. */
export function listSeries({ series }: Pick<TrendChart, 'series'>): ChartSeries[] {
  return series.map((one, at) => ({ key: `${one.of} ${one.name}`, label: findName(one), color: findColor(one, at), values: one.values }));
}

export const getFormat = ({ unit }: Pick<TrendChart, 'unit'>) => (unit === 'bytes' ? formatBytes : (value: number) => formatNumber(Math.round(value)));

/** All of what happened, or how things stood last. */
export function summarise(kind: TrendChart['kind'], values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return kind === 'level' ? (known.at(-1) ?? null) : known.reduce((sum, value) => sum + value, 0);
}

/** A step of a chart, as its table tells it. */
export interface TrendRow {
  /** Begin of the step. */
  at: Date;
  values: readonly (number | null)[];
}

/** Steps of which something is known, the latest first. */
export function listRows({ series }: Pick<TrendChart, 'series'>, { from, step }: Pick<Trends, 'from' | 'step'>): TrendRow[] {
  const count = series[0]?.values.length ?? 0;
  const begin = Date.parse(from);
  return Array.from({ length: count }, (_, at) => ({ at: new Date(begin + at * step * 1000), values: series.map(({ values }) => values[at] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null))
    .toReversed();
}

/** A cell as RFC 4180 has it; one that a spreadsheet would take for a formula stays a text. */
const cell = (text: string) => `"${(/^[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The table of a chart as a file: times by UTC, numbers as they are. */
export function writeCsv(chart: Pick<TrendChart, 'series'>, span: Pick<Trends, 'from' | 'step'>): string {
  const head = [t('time'), ...listSeries(chart).map(({ label }) => label)].map(cell).join(',');
  const rows = listRows(chart, span).toReversed();
  return [head, ...rows.map(({ at, values }) => [at.toISOString(), ...values.map((value) => value ?? '')].join(','))].map((line) => `${line}\r\n`).join('');
}

export const fileName = (chart: { id: string }, period: ChartPeriod) => `trends-${chart.id}-${period}.csv`;
