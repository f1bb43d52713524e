import type { StepConfig, StepTypeName } from '@packhouse/contract/pipelines/pipeline-document.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';

/** How a step stands after somebody has looked after it. */
export type Outcome =
  | { state: 'succeeded' | 'failed'; said: Said; result?: Readonly<Record<string, unknown>> }
  /** It goes no further for now: why, and after how many seconds it is looked at again; `result` is what it has to know then. */
  | { state: 'waiting'; waitsFor: Said; seconds: number; result?: Readonly<Record<string, unknown>> };

/** What a step would do if its turn came now, found without doing it. */
export interface Foresight {
  /** It would be done; it would wait first; it would fail. */
  outlook: 'would' | 'waits' | 'refused';
  said: Said;
}

/** What can be known of a step before it is done. */
export interface ForesightCall<Type extends StepTypeName = StepTypeName> {
  context: Context;
  actor: Actor;
  address: string;
  config: StepConfig<Type>;
}

/** All that a step is done with. */
export interface StepCall<Type extends StepTypeName = StepTypeName> {
  context: Context;
  /** Who wrote the revision, with what they may do at this moment: nothing is done with more. */
  actor: Actor;
  /** Stands in audit entries where otherwise the network address does. */
  address: string;
  /** With all look-ups replaced. */
  config: StepConfig<Type>;
  run: { id: number; number: number; pipeline: string; depth: number };
  /** Names this step of this run wherever it leaves a mark, the same each time it is begun again. */
  mark: string;
  /** When it was begun first, and now, both by the clock of the database. */
  startedAt: Date;
  now: Date;
  /** What it said that it has to know. */
  result: Readonly<Record<string, unknown>>;
  /** The runner that did it and ended without a word. */
  lostRunner?: string | undefined;
  signal: AbortSignal;
  /** Tells those who look on. */
  log(...lines: readonly Said[]): Promise<void>;
}

/** One kind of step. What it does may be begun again after a crash, so it looks first whether that is done. */
export interface StepType<Type extends StepTypeName = StepTypeName> {
  readonly type: Type;
  /** What of the platform it changes, so that a run which that starts is known to come of this one. */
  effects?(config: StepConfig<Type>): readonly string[];
  /** Asked before it is begun again; how it ended, where it had. */
  findDone?(call: StepCall<Type>): Promise<Outcome | undefined>;
  /** What it would do now, with everything judged and nothing changed. @throws AppError as `perform` would */
  foresee(call: ForesightCall<Type>): Promise<Foresight>;
  /** Does it, or looks how far it is. @throws AppError when it may not or cannot be done */
  perform(call: StepCall<Type>): Promise<Outcome>;
}

export const effectOfBuild = (build: string) => `build ${build}`;
export const effectOfPath = (path: string) => `path ${path.replace(/\/+$/, '')}`;
export const effectOfReleaseBundle = (bundle: string) => `bundle ${bundle}`;
