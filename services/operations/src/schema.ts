import type { SupportBundle, SupportBundleService } from '@packhouse/contract/operations/support-routes.ts';
import type { Db as KernelDb } from '@packhouse/kernel/database/database.ts';
import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';

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

export interface SupportBundleTable extends SaidColumns {
  id: Generated<string>;
  name: string;
  description: string;
  service: SupportBundleService;
  /** Those that were asked for; every node where it is empty. */
  node_ids: string[];
  parameters: ColumnType<SupportBundle['parameters'], string, never>;
  status: Generated<SupportBundle['status']>;
  created_by: string;
  created_at: Generated<Date>;
  size: Generated<number>;
}

export interface SupportBundlePartTable {
  bundle_id: string;
  path: string;
  /** Place among the pieces of one file. */
  number: number;
  /** Compressed with gzip, each piece by itself. */
  content: Buffer;
}

export interface OperationsSchema {
  bundle: SupportBundleTable;
  bundle_part: SupportBundlePartTable;
  process: ProcessTable;
  question: QuestionTable;
}

export type Db = KernelDb<OperationsSchema>;
