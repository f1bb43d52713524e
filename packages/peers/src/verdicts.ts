import type { Severity } from '@packhouse/contract/severities.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';

/** A run of a build, or a file. */
export type Judged = { build: { name: string; number: string; projectKey: string | undefined } } | { repository: string; path: string };

/** A violation that stands against something. */
export interface StandingViolation {
  watch: string;
  policy: string;
  issue: string;
  severity: Severity;
  /** Its rule fails builds or keeps the file from being given out. */
  blocks: boolean;
}

export interface Verdict {
  /** Files that scanning knows. */
  files: number;
  /** Those of them that are still to be read or judged. */
  waiting: number;
  /** Names of the active watches that look at it, or at any of its files; where there is none, nobody has judged it. */
  watches: readonly string[];
  /** The worst first. */
  violations: readonly StandingViolation[];
}

/** The scanning service tells with this how policies judge something; undefined where there is no such thing that the actor may read. */
export type Judge = (actor: Actor, what: Judged) => Promise<Verdict | undefined>;
