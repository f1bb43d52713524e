import type { Said } from '@packhouse/contract/sentences.ts';

/** What a run has done so far. */
export interface Tally {
  total: number;
  sent: number;
  known: number;
  bytes: number;
  properties: number;
  deleted: number;
  refused: number;
  current: string | null;
}

/** Work under way, and where to say how far it is. */
export interface Progress {
  tally: Tally;
  signal: AbortSignal;
  /** A run that is looked at; nothing where single changes follow. */
  run: number | null;
  /** What was refused last. */
  why?: Said;
  /** Writes down how far it is, not too often. */
  report(): Promise<void>;
}

export const emptyTally = (): Tally => ({ total: 0, sent: 0, known: 0, bytes: 0, properties: 0, deleted: 0, refused: 0, current: null });
