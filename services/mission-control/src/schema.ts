import type { DeploymentStatus } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import type { Db as KernelDb } from '@packhouse/kernel/database/database.ts';
import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';
import type { BucketTables } from './bucket/bucket-schema.ts';

type Timestamp = ColumnType<Date, Date | undefined, Date>;

export interface DeploymentTable extends SaidColumns {
  id: string;
  name: string;
  /** Empty where nobody was told where it is reached. */
  url: string;
  home: Generated<boolean>;
  status: DeploymentStatus;
  since: Timestamp;
  created_by: string;
}

export interface MissionControlSchema {
  deployment: DeploymentTable;
  bucket: BucketTables['bucket'];
  bucket_licence: BucketTables['bucket_licence'];
  attach_order: BucketTables['attach_order'];
  bucket_day: BucketTables['bucket_day'];
}

export type Db = KernelDb<MissionControlSchema>;
