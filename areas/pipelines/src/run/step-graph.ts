/** What a picture needs of a step. */
interface Node {
  id: string;
  needs: readonly string[];
}

/** Steps in columns: each stands right of all that it needs. */
export function arrange<Step extends Node>(steps: readonly Step[]): Step[][] {
  const columns: Step[][] = [];
  const place = new Map<string, number>();
  let left = [...steps];
  while (left.length > 0) {
    const ready = left.filter(({ needs }) => needs.every((need) => place.has(need)));
    // Only a document that is still being written has steps that never come; they stand at the end.
    const taken = ready.length > 0 ? ready : left;
    for (const step of taken) {
      const column = Math.max(-1, ...step.needs.map((need) => place.get(need) ?? -1)) + 1;
      place.set(step.id, column);
      const steps = columns[column];
      if (steps) steps.push(step);
      else columns[column] = [step];
    }
    left = left.filter((step) => !taken.includes(step));
  }
  return columns;
}
