/** One layer of a chart, drawn on top of those before it. */
export interface ChartSeries {
  key: string;
  label: string;
  color: string;
  /** Null where nobody knows. */
  values: readonly (number | null)[];
}

/** Width and height of the drawing; it is stretched to its place. */
export const drawing = { width: 1000, height: 200 } as const;

/** The sum of all layers at a step; null where nothing is known of any. */
function totalAt(series: readonly ChartSeries[], at: number): number | null {
  const known = series.flatMap(({ values }) => values[at] ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Digits that a scale ends with: close enough for a chart to fill its height, and easy to halve. */
const roundDigits = [1, 2, 3, 4, 5, 6, 8, 10];

/** A round number at or above the highest point. */
export function findTop(series: readonly ChartSeries[]): number {
  const count = series[0]?.values.length ?? 0;
  const highest = Math.max(0, ...Array.from({ length: count }, (_, at) => totalAt(series, at) ?? 0));
  if (highest === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return roundDigits.map((digit) => digit * power).find((round) => round >= highest) ?? highest;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Steps in a row of which something is known: between them are gaps. */
function findRuns(series: readonly ChartSeries[], count: number): number[][] {
  const runs: number[][] = [];
  for (let at = 0; at < count; at++) {
    if (totalAt(series, at) === null) continue;
    const last = runs.at(-1);
    if (last?.at(-1) === at - 1) last.push(at);
    else runs.push([at]);
  }
  return runs;
}

/** The outlines of each layer, one on top of the other, as SVG paths. */
export function drawLayers(series: readonly ChartSeries[]): { key: string; color: string; path: string }[] {
  const count = series[0]?.values.length ?? 0;
  const top = findTop(series);
  const width = drawing.width / Math.max(1, count);
  const x = (at: number) => round(at * width);
  const y = (value: number) => round(drawing.height * (1 - value / top));
  const base = Array.from<number>({ length: count }).fill(0);
  const runs = findRuns(series, count);
  return series.map(({ key, color, values }) => {
    const upper = base.map((value, at) => value + (values[at] ?? 0));
    const path = runs.map((run) => {
      const first = run[0] ?? 0;
      // Each step is as wide as the time it stands for, so that a single one is seen, too.
      const above = run.map((at) => `L${x(at)} ${y(upper[at] ?? 0)}L${x(at + 1)} ${y(upper[at] ?? 0)}`).join('');
      const below = run.toReversed().map((at) => `L${x(at + 1)} ${y(base[at] ?? 0)}L${x(at)} ${y(base[at] ?? 0)}`);
      return `M${x(first)} ${y(base[first] ?? 0)}${above}${below.join('')}Z`;
    });
    for (const [at, value] of upper.entries()) base[at] = value;
    return { key, color, path: path.join('') };
  });
}
