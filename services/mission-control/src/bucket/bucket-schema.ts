import type { BucketOrder } from '@packhouse/contract/mission-control/bucket-routes.ts';
import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;

interface BucketTable {
  id: string;
  name: string;
  identifier: string;
  /** The bucket that its licences name: its own, or the one that it was split from. */
  source: string;
  parent: string | null;
  type: string;
  customer: string;
  issued_at: Date;
  expires_at: Date | null;
  projects: number;
  size: number;
  sealed_key: string;
  created_by: string;
  created_at: Timestamp;
  downloaded_at: Date | null;
  /** Days before its end that were warned of last. */
  warned_days: number | null;
}

interface BucketLicenceTable {
  jti: string;
  bucket: string;
  jws: string;
  state: Generated<'free' | 'reserved' | 'attached' | 'releasing'>;
  /** Who has it, or may have it. */
  deployment: string | null;
  /** Of the order that brought it there, and of the one that takes it back. */
  order_id: string | null;
  release_id: string | null;
  changed_at: Timestamp;
  /** When the deployment told last that it has it. */
  reported_at: Date | null;
}

interface AttachOrderTable extends SaidColumns {
  id: string;
  bucket: string;
  kind: BucketOrder['kind'];
  deployment: string;
  deployment_name: string;
  wanted: number;
  done: Generated<number>;
  state: Generated<BucketOrder['state']>;
  requested_by: string;
  at: Timestamp;
  /** Nobody else looks at an open order before that. */
  lease_until: Date | null;
  tries: Generated<number>;
}

interface BucketDayTable {
  bucket: string;
  day: string;
  max_used: Generated<number>;
  unknown: Generated<number>;
}

/** A licence that a deployment says it has, though it was not attached to it from here. */
interface StrangeLicenceTable {
  jti: string;
  deployment: string;
  first_at: Timestamp;
  reported_at: Timestamp;
}

export interface BucketTables {
  bucket: BucketTable;
  bucket_licence: BucketLicenceTable;
  attach_order: AttachOrderTable;
  bucket_day: BucketDayTable;
  strange_licence: StrangeLicenceTable;
}
