import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { replaceTable } from '../report.ts';

const page = 'docs/performance.md';

/** A line of a table: what was measured, the figure, and what it should be. */
export type Figure = [what: string, measured: string, target: string];

/** Prints figures with the load of the machine, and puts them into the page between the marks of this name where that is wanted. */
export async function tellFigures(rows: readonly Figure[], name: string, isWritten: boolean): Promise<void> {
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const table = ['| What | Measured | Target |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
  process.stdout.write(`\n${table}\n\nload of the machine: ${load}\n`);
  if (isWritten) await writeFile(page, replaceTable(await readFile(page, 'utf8'), `Load of the machine at the end: ${load}.\n\n${table}`, name));
}

/** A part of measured values that is not exceeded by so many of them. */
export function findPart(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export const spellMilliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const spellMebibytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`;
