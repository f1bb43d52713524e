/** One thing that could not be done, and why. */
export interface Missed {
  name: string;
  error: Error;
}

/** Does the same with one after the other; a failure does not keep the rest from being done. */
export async function inTurn(names: readonly string[], work: (name: string) => Promise<unknown>): Promise<{ done: string[]; missed: Missed[] }> {
  const done: string[] = [];
  const missed: Missed[] = [];
  for (const name of names)
    try {
      await work(name);
      done.push(name);
    } catch (error) {
      missed.push({ name, error: error as Error });
    }
  return { done, missed };
}
