import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

const Step = z.object({
  kind: z.enum(['file', 'test']),
  /** Where it stands, for a person: the file, and the titles down to the test. */
  place: z.string(),
  state: z.enum(['running', 'passed', 'failed', 'skipped']),
  /** What was wrong, in its first line. */
  why: z.string().optional(),
});

/** A runner tells this of one test file or test; what it tells later of the same one replaces it. */
export type Step = z.infer<typeof Step>;

/** The environment variable that names the file for the steps. */
export const progressVariable = 'TEST_PROGRESS';

/** The environment variable that tells a runner that its files are run once more. */
export const againVariable = 'TEST_AGAIN';

/** Adds a step to the file at once, so that a runner that is ended has told what it did. */
export function writeStep(file: string, step: Step): void {
  appendFileSync(file, `${JSON.stringify(step)}\n`);
}

/** One runner did this. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export interface Progress {
  readonly tally: Tally;
  /** These had begun and not ended: the tests, or where none ran, the files. */
  readonly unfinished: readonly string[];
  /** These failed: each test with what was wrong, and files that failed outside of their tests. */
  readonly failed: readonly string[];
  /** Files in which something failed or never ended. */
  readonly files: readonly string[];
}

/** Reads what a runner told, however far it came; a test that never ended has failed. */
export function readProgress(text: string): Progress {
  const last = new Map<string, Step>();
  for (const line of text.split('\n').slice(0, -1)) {
    const step = Step.parse(JSON.parse(line));
    last.set(`${step.kind} ${step.place}`, step);
  }
  const steps = [...last.values()];
  const tests = steps.filter(({ kind }) => kind === 'test');
  const running = (some: readonly Step[]) => some.filter(({ state }) => state === 'running').map(({ place }) => place);
  const unfinished = running(tests);
  const count = (...states: Step['state'][]) => tests.filter(({ state }) => states.includes(state)).length;
  const bad = steps.filter(({ state }) => state === 'failed' || state === 'running');
  return {
    tally: { passed: count('passed'), failed: count('failed', 'running') },
    unfinished: unfinished.length > 0 ? unfinished : running(steps),
    failed: steps.filter(({ state }) => state === 'failed').map(({ place, why }) => (why === undefined ? place : `${place}: ${why}`)),
    files: [...new Set(bad.map(({ place }) => place.split(' > ')[0]!))],
  };
}

/** The first line of what went wrong, without the colours of a terminal. */
export function firstLine(message: string | undefined): string | undefined {
  return message === undefined ? undefined : stripVTControlCharacters(message).split('\n')[0]?.slice(0, 300);
}
