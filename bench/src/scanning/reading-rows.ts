import type { Call } from '@packhouse/contract/client.ts';
import { readSecurityOverview } from '@packhouse/contract/scanning/overview-routes.ts';
import { listViolationGroups } from '@packhouse/contract/scanning/violation-group-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';

/** A line of a table: what was measured, and what is wanted of it. */
export type Measured = [what: string, measured: string, target: string];

/** A page of a hundred violations so far behind the first. */
const pagesBack = 200;

/** The value below which a part of some times lies. */
export function pickTime(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

/** Milliseconds of calls one after the other, the first of which does not count: p50 and p95. */
export async function timeCalls(read: () => Promise<unknown>, count: number): Promise<string> {
  const times: number[] = [];
  await read();
  for (let number = 0; number < count; number++) {
    const from = performance.now();
    await read();
    times.push(performance.now() - from);
  }
  return `${pickTime(times, 0.5).toFixed(0)} / ${pickTime(times, 0.95).toFixed(0)} ms`;
}

/** What people look at meanwhile; p50 and p95 of whole calls. */
export async function measureReading(call: Call, reads: number): Promise<Measured[]> {
  const time = (read: () => Promise<unknown>) => timeCalls(read, reads);
  const query = { num_of_rows: 25, order_by: 'severity', direction: 'asc' } as const;
  let place: string | null = null;
  for (let number = 0; number < pagesBack; number++)
    ({ next: place } = await call(listViolations, { query: { ...query, num_of_rows: 100, ...(place ? { after: place } : {}) }, body: {} }));
  const list = (more: object, body: object = {}) => time(() => call(listViolations, { query: { ...query, ...more }, body }));
  const group = (by: 'component' | 'subject' | 'artifact' | 'watch') => time(() => call(listViolationGroups, { query: { by }, body: {} }));
  const target = '≤ 100 ms (p95)';
  return [
    ['Security overview', await time(() => call(readSecurityOverview, { query: {} })), target],
    ['Violations, the first page with all figures', await list({}), target],
    ['Violations, a page far back', await list(place ? { after: place } : {}), target],
    ['Violations, the newest', await list({ order_by: 'created', direction: 'desc' }), target],
    ['Violations of one severity', await list({}, { severities: ['Critical'] }), target],
    ['Violations of one vulnerability', await list({}, { subject: 'BENCH-7' }), target],
    ['Violations, searched by part of a name', await list({}, { search: 'library-77' }), '–'],
    ['Violations by component', await group('component'), '–'],
    ['Violations by vulnerability', await group('subject'), '–'],
    ['Violations by artifact', await group('artifact'), '–'],
  ];
}
