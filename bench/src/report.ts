import { findRatio, isReached, type RowResult } from './row.ts';

/** The result table in Markdown: ratios first, then the figures they come from. */
export function resultTable(results: readonly RowResult[]): string {
  const lines = results.map((result) => {
    const { row, medians } = result;
    const [, peer] = row.contestants;
    const cells = [
      row.title,
      ratioText(result),
      targetText(result),
      `${figure(medians[0])} ${row.unit}`,
      peer ? `${figure(medians[1])} ${row.unit} (${peer.name})` : '–',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| What | Times better | Target | Packhouse | Beside it |', '|---|---|---|---|---|', ...lines].join('\n');
}

/** Puts a table between the two marks of its name on a page, leaving the words around them. */
export function replaceTable(page: string, table: string, name = 'results'): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no marks ${start} and ${end}`);
  return `${page.slice(0, from + start.length)}\n\n${table}\n\n${page.slice(to)}`;
}

function ratioText(result: RowResult): string {
  const ratio = findRatio(result);
  return ratio === undefined ? '–' : `**${ratio.toFixed(2)}**`;
}

function targetText(result: RowResult): string {
  const { target, better, unit } = result.row;
  if (target === undefined) return '–';
  const mark = isReached(result) ? 'reached' : 'not reached';
  return findRatio(result) === undefined ? `${better === 'less' ? '≤' : '≥'} ${target} ${unit}, ${mark}` : `≥ ${target}, ${mark}`;
}

function figure(value: number | undefined): string {
  if (value === undefined) return '–';
  return value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toFixed(value >= 10 ? 1 : 2);
}
