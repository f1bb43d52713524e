import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Questions } from './peer/questions.ts';
import type { OperationsSchema } from './schema.ts';

/** Every part of the service works with this. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<OperationsSchema>;
  platform: Platform;
  log: Logger;
  /** The node this process belongs to. */
  nodeId: string;
  /** This process among all. */
  processId: string;
  /** How other nodes are asked. */
  questions: Questions;
  /** Takes secrets out of a text. */
  scrub(text: string): string;
}
