import type { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { DeploymentStatus } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import type { Location } from '@packhouse/contract/mission-control/unit-routes.ts';
import type { Db as KernelDb } from '@packhouse/kernel/database/database.ts';
import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';
import type { BucketTables } from './bucket/bucket-schema.ts';
import type { FederationTables } from './federation/federation-schema.ts';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string | undefined, string>;
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** Answers in a row that speak for a better status, or for a worse one. */
export interface Streak {
  towards: 'better' | 'worse';
  status: DeploymentStatus;
  answers: number;
}

export interface DeploymentTable extends SaidColumns {
  /** The one that it has by itself, and its key. */
  id: string;
  name: string;
  /** Empty where nobody was told where it is reached. */
  url: string;
  home: Generated<boolean>;
  /** Of a single instance, whom it is asked as; the password is sealed. */
  legacy: MaybeJson<{ userName: string; allowPrivate: boolean }>;
  sealed: string | null;
  location: MaybeJson<Location>;
  tags: Generated<readonly string[]>;
  status: DeploymentStatus;
  detail: Json<{ missing?: readonly string[] }>;
  since: Timestamp;
  streak: MaybeJson<Streak>;
  seen_at: Date | null;
  asked_at: Date | null;
  /** So far its clock is ahead. */
  offset_ms: number | null;
  reported_at: Date | null;
  next_at: Timestamp;
  lease_until: Date | null;
  created_by: string;
  created_at: Timestamp;
  modified_at: Timestamp;
}

export interface BeaconTable {
  deployment: string;
  at: Date;
  body: Json<Beacon>;
  /** What was passed on of it last, in short; null where not everybody took it. */
  told: string | null;
  told_at: Date | null;
}

export interface StatusChangeTable extends SaidColumns {
  id: Generated<number>;
  deployment: string;
  at: Timestamp;
  status: DeploymentStatus;
}

/** A mission control that may want to hear of this deployment. */
export interface ListenerTable {
  peer: string;
  asked_at: Date | null;
  failures: Generated<number>;
  next_at: Date;
  lease_until: Date | null;
}

export interface MissionControlSchema extends FederationTables {
  deployment: DeploymentTable;
  bucket: BucketTables['bucket'];
  bucket_licence: BucketTables['bucket_licence'];
  attach_order: BucketTables['attach_order'];
  bucket_day: BucketTables['bucket_day'];
  strange_licence: BucketTables['strange_licence'];
  beacon: BeaconTable;
  deployment_status_change: StatusChangeTable;
  listener: ListenerTable;
}

export type Db = KernelDb<MissionControlSchema>;
