import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Path } from './places.ts';

export interface GraphStep {
  id: string;
  needs: readonly string[];
  /** Its place in the document. */
  at: number;
  isExplicit: boolean;
}

type Report = (path: Path, said: Said) => void;

/** The steps of a circle, in their order; undefined where there is none. */
function findCycle(steps: ReadonlyMap<string, GraphStep>): string[] | undefined {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (id: string): string[] | undefined => {
    if (done.has(id)) return undefined;
    const before = way.indexOf(id);
    if (before >= 0) return way.slice(before);
    way.push(id);
    for (const need of steps.get(id)?.needs ?? []) {
      const found = visit(need);
      if (found) return found;
    }
    way.pop();
    done.add(id);
    return undefined;
  };
  for (const id of steps.keys()) {
    const found = visit(id);
    if (found) return found;
  }
  return undefined;
}

/** Reports steps that stand twice, need what is not there, or need each other. */
export function checkGraph(list: readonly GraphStep[], report: Report): void {
  const steps = new Map<string, GraphStep>();
  for (const step of list) {
    if (steps.has(step.id)) report(['steps', step.at, 'id'], say(pipelineWords.step_twice, { id: step.id }));
    else steps.set(step.id, step);
  }
  for (const { needs, at, isExplicit } of list)
    for (const [place, need] of needs.entries())
      if (isExplicit && !steps.has(need)) report(['steps', at, 'needs', place], say(pipelineWords.step_needs_unknown, { id: need }));
  const cycle = findCycle(steps);
  if (cycle) report(['steps', steps.get(cycle[0]!)!.at, 'needs'], say(pipelineWords.step_cycle, { steps: [...cycle, cycle[0]!].join(' → ') }));
}
