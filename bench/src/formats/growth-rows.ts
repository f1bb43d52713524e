import { median, type Row, type RowResult, ratioOf } from '../row.ts';
import { type BenchRepository, publishToVisible } from './bench-repository.ts';

/** How many times longer one package may take where many are than where few are. */
const mostTimes = 3;

/** Until one package is seen, in a repository with few packages beside the same with many. */
export function growthRow(few: BenchRepository, many: BenchRepository): Row {
  return {
    id: `${few.kind.name}-growth`,
    title: few.kind.title,
    unit: 'ms',
    better: 'less',
    contestants: [few, many].map((repository) => ({ name: repository.key, measure: () => publishToVisible(repository) })),
  };
}

/** What publishing costs where there is much beside where there is little; publishing gets no dearer when all factors stay near 1. */
export function growthTable(results: readonly RowResult[], few: number, many: number): string {
  const count = (value: number) => value.toLocaleString('en-GB');
  const lines = results.map((result) => {
    const factor = ratioOf(result) ?? Number.NaN;
    const target = `≤ ${mostTimes}, ${factor <= mostTimes ? 'reached' : 'not reached'}`;
    const [before, after] = result.samples.map((samples) => `${median(samples).toFixed(1)} ms`);
    return `| ${result.row.title} | **${factor.toFixed(2)}** | ${target} | ${before} | ${after} |`;
  });
  const head = `| Publish to visible | Times longer | Target | Among ${count(few)} packages | Among ${count(many)} packages |`;
  return [head, '|---|---|---|---|---|', ...lines].join('\n');
}
