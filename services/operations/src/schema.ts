import type { Db as KernelDb } from '@packhouse/kernel/database.ts';
import type { Generated } from 'kysely';

export interface ProcessTable {
  id: string;
  node_id: string;
  kind: 'main' | 'http';
  pid: number;
  address: string;
  version: string;
  /** Names on the wire. */
  services: string[];
  started_at: Generated<Date>;
  heartbeat_at: Generated<Date>;
  stopped_at: Date | null;
}

export interface QuestionTable {
  id: string;
  node_id: string;
  /** One process of the node; any of them when null. */
  process_id: string | null;
  kind: string;
  /** JSON, kept as text: a log may hold characters that PostgreSQL does not keep in documents. */
  data: string;
  asked_at: Generated<Date>;
  taken: Generated<boolean>;
  answer: string | null;
}

export interface OperationsSchema {
  process: ProcessTable;
  question: QuestionTable;
}

export type Db = KernelDb<OperationsSchema>;
