import { findRatio, median, type Row, type RowResult } from '../row.ts';
import { type BenchRepository, indexToVisible, processorTimeToVisible, publishToVisible } from './bench-repository.ts';

/** How many times longer one package may take where many are than where few are. */
const mostTimes = 3;

/** Until one package is seen, in a repository with few packages beside the same with many: on the clock, without the upload and the list's own way, and in work. */
export function growthRows(few: BenchRepository, many: BenchRepository): Row[] {
  const { name, title } = few.kind;
  const row = (id: string, what: string, measure: (repository: BenchRepository) => Promise<number>): Row => ({
    id: `${name}-${id}`,
    title: `${title}: ${what}`,
    unit: 'ms',
    better: 'less',
    contestants: [few, many].map((repository) => ({ name: repository.key, measure: () => measure(repository) })),
  });
  return [
    row('growth', 'publish to visible', publishToVisible),
    row('index-growth', 'index generation', indexToVisible),
    row('processor-growth', 'processor time of both', processorTimeToVisible),
  ];
}

/** Shows what one more package costs where there is much beside where there is little; it gets no dearer when all factors stay near 1. */
export function growthTable(results: readonly RowResult[], few: number, many: number): string {
  const count = (value: number) => value.toLocaleString('en-GB');
  const lines = results.map((result) => {
    const factor = findRatio(result) ?? Number.NaN;
    const target = `≤ ${mostTimes}, ${factor <= mostTimes ? 'reached' : 'not reached'}`;
    const [before, after] = result.samples.map((samples) => `${median(samples).toFixed(1)} ms`);
    return `| ${result.row.title} | **${factor.toFixed(2)}** | ${target} | ${before} | ${after} |`;
  });
  const head = `| One more package | Times more | Target | Among ${count(few)} packages | Among ${count(many)} packages |`;
  return [head, '|---|---|---|---|---|', ...lines].join('\n');
}
