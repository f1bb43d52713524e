import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;

/** How long deleted files stay; one row. */
export interface TrashSettingTable {
  only_row: Generated<boolean>;
  keep_days: number | null;
}

/** One emptying of the trash and its report. */
export interface TrashRunTable extends SaidColumns {
  id: Generated<number>;
  kind: 'empty' | 'expire';
  repository_key: string | null;
  status: Generated<'waiting' | 'running' | 'finished' | 'failed'>;
  requested_by: string;
  started_at: Timestamp;
  finished_at: Date | null;
  total: Generated<number>;
  files: Generated<number>;
  bytes: Generated<number>;
}

/** Repositories whose packages are to be read again after an upgrade, with how many of their files have been. */
export interface PackageReadingTable {
  repository_id: number;
  started_at: Timestamp;
  total: Generated<number>;
  done: Generated<number>;
}

/** Downloads of a version's lead file on one day, in UTC. */
export interface DownloadDayTable {
  version_id: number;
  day: ColumnType<string, string, string>;
  count: number;
}
