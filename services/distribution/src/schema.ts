import type { PromotionOperation, PromotionStatus } from '@packhouse/contract/distribution/promotion-routes.ts';
import type { notesSyntaxes, ReleaseBundleSource, ReleaseBundleState, ReleaseBundleType } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Db as KernelDb } from '@packhouse/kernel/database/database.ts';
import type { SaidColumn, SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string | undefined, string>;

/** All files of one version of a package in one repository. */
export interface PackageSource {
  from: 'package';
  repository: string;
  /** As the client calls the format. */
  type: string;
  name: string;
  version: string;
}

/** What another version holds that is signed. */
export interface NestedSource {
  from: 'bundle';
  name: string;
  version: string;
}

export type SourcePart = ReleaseBundleSource | PackageSource | NestedSource;

/** Files that come from several places, as clients can say it. */
export interface CombinedSource {
  from: 'combined';
  parts: readonly SourcePart[];
}
export type KeptSource = SourcePart | CombinedSource;

/** A version of a release bundle, put together here (`source`) or received (`target`). */
export interface ReleaseBundleTable {
  id: Generated<number>;
  name: string;
  version: string;
  type: ReleaseBundleType;
  state: Generated<ReleaseBundleState>;
  description: string;
  notes_syntax: (typeof notesSyntaxes)[number];
  notes: string;
  source: ColumnType<KeptSource | null, string | null, string | null>;
  /** Key of the distribution repository that keeps its files. */
  storing_repository: string;
  files: number;
  bytes: number;
  /** It is being received: its files may be visible or not. */
  incoming: Generated<boolean>;
  /** The signed text. */
  manifest: string | null;
  manifest_sha256: string | null;
  /** In armour. */
  signature: string | null;
  key_fingerprint: string | null;
  signed_by: string | null;
  signed_at: Date | null;
  /** A word that marks it; '' where none does. */
  tag: Generated<string>;
  created_by: string;
  created_at: Timestamp;
  modified_at: Timestamp;
}

export interface ReleaseBundleFileTable {
  bundle_id: number;
  /** Where it goes on the targets, and what format the repository there has. */
  repository: string;
  path: string;
  format: FormatId;
  source_repository: string;
  source_path: string;
  sha256: string;
  size: number;
  properties: Json<Record<string, string[]>>;
  /** Of a received bundle: its content was not at this place before. */
  brought: Generated<boolean>;
}

export interface TargetTable {
  name: string;
  url: string;
  /** Encrypted; null where it is a paired deployment. */
  token: string | null;
  /** The id of that deployment. */
  deployment: string | null;
  site: string;
  city: string;
  country: string;
  allow_private: boolean;
  created_by: string;
  created_at: Timestamp;
  modified_at: Timestamp;
}

/** A version sent to targets, or deleted from them. */
export interface RunTable {
  id: Generated<number>;
  bundle_id: number;
  type: 'distribute' | 'delete';
  auto_create: boolean;
  on_success: 'keep' | 'delete';
  /** As the client gave them. */
  rules: Json<readonly Record<string, unknown>[]>;
  /** Microseconds since 1970; later with every run of the bundle, whatever the clock does. */
  ordered_at: number;
  created_by: string;
  created_at: Timestamp;
}

export interface SiteTable extends SaidColumn {
  id: Generated<number>;
  run_id: number;
  target: string;
  status: Generated<'In queue' | 'In progress' | 'Completed' | 'Failed'>;
  error: string | null;
  attempts: Generated<number>;
  total_files: number;
  total_bytes: number;
  sent_files: Generated<number>;
  sent_bytes: Generated<number>;
  file_in_progress: string | null;
  finished_at: Date | null;
}

/** A repository that takes files of this format. */
export interface Receiver {
  key: string;
  format: FormatId;
}

/** A version whose files were brought to the repositories of an environment, or are to be. */
export interface PromotionTable extends SaidColumns {
  id: Generated<number>;
  bundle_id: number;
  /** Milliseconds since 1970, later with every promotion of the version; existing clients know it by this. */
  created_millis: number;
  environment: string;
  operation: PromotionOperation;
  /** As they were given. */
  included: readonly string[];
  excluded: readonly string[];
  receivers: Json<readonly Receiver[]>;
  /** Where files that are moved stood; null where they leave the places that they were bundled from. */
  leaves: ColumnType<readonly Receiver[] | null, string | null, never>;
  /** Who ordered it may replace what stands at the places. */
  replaces: boolean;
  status: Generated<PromotionStatus>;
  created_by: string;
  finished_at: ColumnType<Date | null, Date | undefined, Date>;
}

/** The archive of a version, packed or being packed. */
export interface ExportTable extends SaidColumns {
  bundle_id: number;
  status: Generated<'IN_PROGRESS' | 'COMPLETED' | 'FAILED'>;
  /** In the repository that keeps the version. */
  path: string | null;
  created_by: string;
  created_at: Timestamp;
}

/** The latest orders that senders have given about a signed version, here or not, as they time them. */
export interface ReceivedOrderTable {
  name: string;
  version: string;
  manifest_sha256: string;
  sent: Generated<number>;
  recalled: Generated<number>;
  /** When one of them last came in. */
  at: Timestamp;
}

/** Which versions of release bundles a policy takes away. */
export interface CleanupCriteria {
  /** Said so, instead of those of none; they mean the same. */
  allProjects: boolean;
  /** Patterns of their names. */
  names: readonly string[];
  /** What was promoted to one of these stays; `**` for any. */
  keptEnvironments: readonly string[];
  /** Made so long ago. */
  months?: number;
  days?: number;
}

export interface CleanupPolicyTable {
  key: string;
  description: string;
  enabled: boolean;
  cron: string;
  next_run_at: Date | null;
  most_minutes: number | null;
  criteria: ColumnType<CleanupCriteria, string, string>;
  modified_by: string;
  modified_at: Timestamp;
}

/** A run of a policy with its report. */
export interface CleanupRunTable extends SaidColumns {
  id: Generated<number>;
  policy: string;
  status: Generated<'WAITING' | 'RUNNING' | 'FINISHED' | 'FAILED'>;
  dry_run: boolean;
  requested_by: string;
  started_at: Timestamp;
  finished_at: ColumnType<Date | null, Date | undefined, Date>;
  versions: Generated<number>;
  bytes: Generated<number>;
}

export interface SettingTable {
  name: string;
  value: string;
}

export interface DistributionSchema {
  bundle: ReleaseBundleTable;
  bundle_file: ReleaseBundleFileTable;
  target: TargetTable;
  run: RunTable;
  site: SiteTable;
  promotion: PromotionTable;
  bundle_export: ExportTable;
  received_order: ReceivedOrderTable;
  cleanup_policy: CleanupPolicyTable;
  cleanup_run: CleanupRunTable;
  setting: SettingTable;
}

export type Db = KernelDb<DistributionSchema>;
