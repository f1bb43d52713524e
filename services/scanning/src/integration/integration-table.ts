import type { VendorCode } from '@packhouse/contract/scanning/git-vendors.ts';
import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;

/** Requests that the vendor still answers, of how many, and when it counts anew. */
export interface Quota {
  remaining: number;
  limit: number;
  /** ISO 8601. */
  resetsAt?: string;
}

/** A connection to where source code is kept. */
export interface IntegrationTable extends SaidColumns {
  key: string;
  name: string;
  vendor: VendorCode;
  /** What it connects: 1 is git, 0 is nothing that is known. */
  type: number;
  /** As people know the server: https://github.com. */
  url: string;
  user_name: string;
  /** The token, encrypted. */
  sealed: string;
  /** What the vendor proves its hooks with, encrypted. */
  sealed_hook: string;
  /** Services that use it, by wire name. */
  products: Generated<string[]>;
  /** Every repository is scanned, those to come as well. */
  selects_all: Generated<boolean>;
  /** Ant patterns: repositories whose full names fit are scanned, those to come as well. */
  selects: Generated<string[]>;
  /** How the vendor answered when it was last asked; `message` and `said` are its words. */
  state: Generated<'unchecked' | 'good' | 'failing'>;
  checked_at: Date | null;
  quota: ColumnType<Quota | null, string | null | undefined, string | null>;
  created_by: string;
  created_at: Timestamp;
  updated_on: Timestamp;
}
