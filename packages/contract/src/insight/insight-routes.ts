// What happens on the platform, over time.
import { z } from 'zod';
import { Connection } from '../mission-control/connections.ts';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { insightPeriods } from './insight-metrics.ts';

const Period = z.enum(insightPeriods).default('week');

/** A period as its points divide it: the first begins at `from`, each lasts `step` seconds, the last is still open. */
const Span = z.object({ period: z.enum(insightPeriods), from: Timestamp, to: Timestamp, step: z.int() });

const Value = z.number().nullable();

/** One line of a chart: a repository, a format, a program of clients, all others together, or a figure. Null where nobody knows, because nothing counted then. */
const TrendSeries = z.object({
  of: z.enum(['repository', 'format', 'client', 'others', 'figure']),
  /** Key of the repository, id of the format, name of the program, or what the figure is; empty for the others. */
  name: z.string(),
  values: z.array(Value),
});
export type TrendSeries = z.output<typeof TrendSeries>;

const trendCharts = [
  'storage',
  'formats',
  'traffic',
  'files',
  'requests',
  'clients',
  'callers',
  'cache',
  'saved',
  'scans',
  'findings',
  'violations',
  'deliveries',
  'waiting',
] as const;
const trendFigures = ['storage', 'traffic', 'cache', 'findings'] as const;

const TrendChart = z.object({
  id: z.enum(trendCharts),
  /** `level`: how things stood; `counter`: what happened within each step. */
  kind: z.enum(['level', 'counter']),
  unit: z.enum(['bytes', 'count']),
  series: z.array(TrendSeries),
});
export type TrendChart = z.output<typeof TrendChart>;

/** Null where it is not known; `cache` is the share of requests, from 0 to 1, that remote repositories answered from what they had kept. */
const TrendFigure = z.object({ id: z.enum(trendFigures), value: Value, before: Value });
export type TrendFigure = z.output<typeof TrendFigure>;

export const Trends = Span.extend({
  /** Counting began then; null before the first figures were written down. */
  since: Timestamp.nullable(),
  figures: z.array(TrendFigure),
  charts: z.array(TrendChart),
});
export type Trends = z.output<typeof Trends>;

export const readTrends = route('readTrends', {
  summary: 'What was stored, moved, answered from caches and found over a period, and how that compares with the period before',
  method: 'GET',
  url: `${prefixes.consoleInsight}/trends`,
  access: 'administrator',
  query: z.object({ period: Period }),
  reply: Trends,
});

export const readRepositoryTrends = route('readRepositoryTrends', {
  summary: 'What clients moved and asked for in one repository over a period, and what it held',
  method: 'GET',
  url: `${prefixes.consoleInsight}/repositories/:key`,
  access: 'resource',
  params: z.object({ key: z.string().min(1).max(100) }),
  query: z.object({ period: Period }),
  reply: Span.extend({ since: Timestamp.nullable(), charts: z.array(TrendChart) }),
});

export const readProjectTrends = route('readProjectTrends', {
  summary: 'What clients moved and asked for in the repositories of a project over a period, and what these held',
  method: 'GET',
  url: `${prefixes.consoleInsight}/projects/:key`,
  access: 'resource',
  params: z.object({ key: z.string().min(1).max(64) }),
  query: z.object({ period: Period }),
  reply: readRepositoryTrends.reply,
});

/** Days that a forecast is made of, and how many of them have to be known. */
export const forecastDays = 30;
export const leastForecastDays = 14;

export const StorageForecast = z.object({
  /** Begin of the first day; by UTC. */
  from: Timestamp,
  /** Bytes of all contents at the end of each day, today last; null where nobody knows. */
  values: z.array(Value),
  /** Of these, how many are known. */
  days: z.int(),
  /** Bytes that are added a day, and by how much that may be more or less; null while too few days are known. */
  perDay: Value,
  spread: Value,
  /** Of the disk that the contents are on, in bytes; null where they are on none. */
  disk: z.object({ total: z.int(), free: z.int() }).nullable(),
  /** When it is full if things go on like this; `latest` is null where it may never be. Null while that is not known, and where it is not filling. */
  full: z.object({ earliest: Timestamp, latest: Timestamp.nullable() }).nullable(),
});
export type StorageForecast = z.output<typeof StorageForecast>;

export const readStorageForecast = route('readStorageForecast', {
  summary: 'How much was stored on each of the last days, how fast that grows, and when the disk is full if it goes on like this',
  method: 'GET',
  url: `${prefixes.consoleInsight}/forecast`,
  access: 'administrator',
  reply: StorageForecast,
});

/** The deployment that is asked about, and how far back; this one unless said. */
const UnitQuery = z.object({ unit: z.string().max(200).default(''), period: Period });
const OfUnit = Span.extend({ unit: z.string() });

export const readUnitStorage = route('readUnitStorage', {
  summary: 'How much a platform deployment stored over a period',
  method: 'GET',
  url: `${prefixes.consoleInsight}/storage`,
  access: 'administrator',
  query: UnitQuery,
  reply: OfUnit.extend({
    /** The last that is known. */
    bytes: Value,
    values: z.array(Value),
  }),
});
export type UnitStorage = z.output<typeof readUnitStorage.reply>;

/** What goes between a deployment and others, as far as it is known now. */
const UnitConnections = OfUnit.omit({ step: true }).extend({
  /** Those that ran within the period, or never. */
  items: z.array(Connection),
});
export type UnitConnections = z.output<typeof UnitConnections>;

export const readUnitReplication = route('readUnitReplication', {
  summary: 'What is replicated between a platform deployment and others, and how that went last',
  method: 'GET',
  url: `${prefixes.consoleInsight2}/replication`,
  access: 'administrator',
  query: UnitQuery,
  reply: UnitConnections,
});

export const readUnitFederation = route('readUnitFederation', {
  summary: 'Which users, groups and rights a platform deployment shares with others, and how that went last',
  method: 'GET',
  url: `${prefixes.consoleInsight2}/federation`,
  access: 'administrator',
  query: UnitQuery,
  reply: UnitConnections,
});
