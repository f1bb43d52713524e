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

export interface OperationsSchema {
  process: ProcessTable;
}

export type Db = KernelDb<OperationsSchema>;
