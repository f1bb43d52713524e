import type { Actor } from '@packhouse/kernel/access/authorisation.ts';

interface Place {
  repository: string;
  path: string;
}

interface BuildName {
  name: string;
  number: string;
  projectKey?: string | undefined;
}

/**
 * The repositories service does this for those who act in somebody's name; each judges that actor's rights as a call by them would.
 * With `dryRun` everything is judged, and nothing is changed.
 */
export interface RepositoryActions {
  /** Copies or moves what a build made, and remembers the status with the comment. @throws AppError */
  promote(
    actor: Actor,
    build: BuildName,
    order: {
      target: string;
      source?: string | undefined;
      copy: boolean;
      status: string;
      comment: string;
      properties: Readonly<Record<string, readonly string[]>>;
      dryRun?: boolean;
    },
  ): Promise<{ files: number }>;
  /** Whether a promotion with this comment is remembered. @throws AppError */
  isPromoted(actor: Actor, build: BuildName, comment: string): Promise<boolean>;
  /** Copies or moves a file or a folder. @throws AppError */
  transfer(actor: Actor, order: { from: Place; to: Place; move: boolean; dryRun?: boolean }): Promise<{ files: number; path: string }>;
  /** Whether everything that is to be copied stands at the target with the same content; of a move, whether it stands there and the source is gone. */
  isTransferred(actor: Actor, order: { from: Place; to: Place; move: boolean }): Promise<boolean>;
  /** @throws AppError */
  setProperties(
    actor: Actor,
    place: Place,
    properties: Readonly<Record<string, readonly string[]>>,
    options: { recursive: boolean; dryRun?: boolean },
  ): Promise<void>;
  /** Whether there is a retention policy of this name, for those who may apply one. @throws AppError `forbidden` */
  hasRetention(actor: Actor, policy: string): Promise<boolean>;
  /** Applies a retention policy, which administrators alone may have done; undefined where there is none of this name. @throws AppError `forbidden` */
  applyRetention(actor: Actor, policy: string, address: string): Promise<number | undefined>;
  /** How a run of a retention policy stands. */
  readRetention(id: number): Promise<{ state: 'waiting' | 'running' | 'finished' | 'failed'; files: number } | undefined>;
}
