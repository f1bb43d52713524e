import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;

/** A local repository sends what it stores to a repository of another installation. */
export interface ReplicationTable extends SaidColumns {
  id: Generated<number>;
  repository_id: number;
  url: string;
  username: string;
  /** Encrypted. */
  password: string | null;
  enabled: boolean;
  cron: string;
  events: boolean;
  sync_deletes: boolean;
  sync_properties: boolean;
  include_prefix: string;
  exclude_prefix: string;
  check_binaries: boolean;
  proxy: string;
  disable_proxy: boolean;
  timeout_milliseconds: number;
  allow_private: boolean;
  next_run_at: Date | null;
  /** Changes failed so many times in turn. */
  failures: Generated<number>;
  /** Changes are not tried again before. */
  retry_at: Date | null;
  modified_at: Timestamp;
  modified_by: string;
}

export type ReplicationRow = Selectable<ReplicationTable>;

/** One run and its report. */
export interface ReplicationRunTable extends SaidColumns {
  id: Generated<number>;
  replication_id: number;
  status: Generated<'waiting' | 'running' | 'finished' | 'failed' | 'cancelled'>;
  requested_by: string;
  started_at: Timestamp;
  finished_at: Date | null;
  attempts: Generated<number>;
  total: Generated<number>;
  sent: Generated<number>;
  known: Generated<number>;
  bytes: Generated<number>;
  properties: Generated<number>;
  deleted: Generated<number>;
  refused: Generated<number>;
  current: string | null;
}

export type ReplicationRunRow = Selectable<ReplicationRunTable>;

/** What is known to be on the other side: it came by this replication, or was found there with the same content. */
export interface ReplicationCopyTable {
  replication_id: number;
  path: string;
  sha256: string;
  properties: string | null;
  seen_by: number | null;
}

/** A path that changed and is to follow. The database writes it itself. */
export interface ReplicationChangeTable {
  id: Generated<number>;
  replication_id: number;
  path: string;
  noted_at: Timestamp;
}

/** What becomes part of the schema of repositories. */
export interface ReplicationTables {
  replication: ReplicationTable;
  replication_run: ReplicationRunTable;
  replication_copy: ReplicationCopyTable;
  replication_change: ReplicationChangeTable;
}
