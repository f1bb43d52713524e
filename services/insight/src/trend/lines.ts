import { type InsightMetric, insightMetrics } from '@packhouse/contract/insight/insight-metrics.ts';
import type { Context } from '../context.ts';
import { type Span, toDate } from './span.ts';
import { type Sought, selectLatest, selectPoints } from './trend-queries.ts';

/** A value for each step of a span; null where nobody knows. */
export type Line = readonly (number | null)[];

/** A line of a period, and of the period before. */
export interface Measured {
  before: Line;
  now: Line;
}

/** Levels are written at least once a day; after that nobody knows any more. */
const goodFor = 25 * 3600;

const isLevel = (metric: string) => insightMetrics[metric as InsightMetric].kind === 'level';

/** A level stays until it is said to be otherwise. */
function carry(values: readonly (number | undefined)[], step: number): (number | null)[] {
  let known: { value: number; at: number } | undefined;
  return values.map((value, at) => {
    if (value !== undefined) known = { value, at };
    return known && (at - known.at) * step <= Math.max(goodFor, step) ? known.value : null;
  });
}

export const addLines = (lines: readonly Line[]): Line =>
  (lines[0] ?? []).map((_, at) => lines.reduce<number | null>((sum, line) => (sum === null || line[at] === null ? null : sum + (line[at] ?? 0)), 0));

/**
 * Steps in which nothing counted are gaps; in all others, what was not written did not happen. What is told as an event is counted though nothing beat in its step, as in the
 * last moments of a step in which the platform started.
 */
function fill(values: readonly (number | undefined)[], beats: readonly (number | undefined)[]): (number | null)[] {
  return values.map((value, at) => value ?? (beats[at] === undefined ? null : 0));
}

/**
 * Reads lines in one query. Each is what a few series make together, since a repository that was deleted and made anew may have had another format.
 * `counted`: the series are of this deployment, whose gaps are known.
 */
export async function readLines({ db }: Pick<Context, 'db'>, span: Span, lines: readonly (readonly Sought[])[], { counted = true } = {}): Promise<Measured[]> {
  const sought: Sought[] = [{ metric: 'beats', labels: {}, before: true }, ...lines.flat()];
  const { table, before, from, to, step, whole } = span;
  // How things stood as the period began may have been said up to a day before.
  const extent = { table, begin: toDate(before), from: toDate(Math.max(before, from - goodFor)), to: toDate(to), step, whole };
  const [courses, latest] = await Promise.all([selectPoints(db, sought, extent), selectLatest(db, sought)]);
  const steps = (to - before) / step;
  const raw = sought.map(() => Array.from<number | undefined>({ length: steps }));
  for (const { place, at, values } of courses) for (const [which, value] of values.entries()) raw[place]![(at[which]! - before) / step] = value;
  for (const { place, at, value } of latest) if (at >= before && at < to) raw[place]![Math.floor((at - before) / step)] = value;
  const looked = new Set(latest.map(({ place }) => place));
  const [beats = [], ...rest] = raw;
  const single = rest.map((values, at) => {
    const level = isLevel(sought[at + 1]!.metric);
    const line = level ? carry(values, step) : fill(values, beats);
    if (!counted || !level) return line;
    // What is known of this moment counts for the step that is still open, before anything is rolled up for it.
    const open = looked.has(at + 1) ? steps - 1 : steps;
    return line.map((value, at) => (beats[at] === undefined && at < open ? null : value));
  });
  const half = (from - before) / step;
  let next = 0;
  return lines.map((own) => {
    const parts = single.slice(next, next + own.length);
    next += own.length;
    // What was never written is not there; what is there beside it counts.
    const known = parts.filter((line) => line.some((value) => value !== null));
    const whole = known.length > 0 ? mergeLines(known) : Array.from<null>({ length: steps }).fill(null);
    return { before: whole.slice(0, half), now: whole.slice(half) };
  });
}

/** One of several series is enough to know something. */
function mergeLines(lines: readonly Line[]): Line {
  return (lines[0] ?? []).map((_, at) => {
    const known = lines.flatMap((line) => (line[at] === null || line[at] === undefined ? [] : [line[at]]));
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
}

/** What a whole is more than some of its parts. */
export const subtractLines = (whole: Line, parts: readonly Line[]): Line =>
  whole.map((value, at) => (value === null ? null : Math.max(0, value - parts.reduce((sum, part) => sum + (part[at] ?? 0), 0))));

/** All of a line together; null where nothing of it is known. */
export function sumLine(line: Line): number | null {
  const known = line.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

export const lastOf = (line: Line): number | null => line.findLast((value) => value !== null) ?? null;
