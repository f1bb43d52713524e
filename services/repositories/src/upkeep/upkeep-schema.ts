import type { RetentionSelection } from '@packhouse/contract/repositories/retention-routes.ts';
import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;

/** Whether folders can be downloaded, and how large they may be; one row. */
export interface FolderDownloadSettingTable {
  only_row: Generated<boolean>;
  enabled: boolean;
  visitors: boolean;
  most_files: number;
  most_megabytes: number;
}

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

/** Which versions and files go, and when. */
export interface RetentionPolicyTable {
  id: Generated<number>;
  name: string;
  /** It looks at the repositories of this project alone. */
  project_key: string | null;
  description: string;
  enabled: boolean;
  every: 'never' | 'day' | 'week' | 'month' | 'schedule';
  cron: Generated<string>;
  next_run_at: Date | null;
  most_minutes: number | null;
  permanently: boolean;
  archive: boolean;
  selection: ColumnType<RetentionSelection, string, string>;
  modified_at: Timestamp;
  modified_by: string;
}

/** One run of a retention policy and its report. */
export interface RetentionRunTable extends SaidColumns {
  id: Generated<number>;
  policy_id: number | null;
  policy_name: string;
  project_key: string | null;
  status: Generated<'waiting' | 'running' | 'finished' | 'failed'>;
  requested_by: string;
  /** It counts what would go, and takes nothing away. */
  dry_run: Generated<boolean>;
  started_at: Timestamp;
  finished_at: Date | null;
  items: Generated<number>;
  files: Generated<number>;
  bytes: Generated<number>;
}
