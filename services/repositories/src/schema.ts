import type { FormatId, RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import type { PackageFacts } from '@packhouse/formats/format.ts';
import type { Db as KernelDb } from '@packhouse/kernel/database/database.ts';
import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { ItemMarkTable, WatchChangeTable } from './artifact/watch-schema.ts';
import type { BuildArtifactTable, BuildDependencyTable, BuildModuleTable, BuildRetentionTable, BuildTable } from './build/build-schema.ts';
import type { TransferLimitTable, TransferMonthTable } from './download/transfer-schema.ts';
import type { EvidenceTable } from './evidence/evidence-schema.ts';
import type { FirewallTables } from './firewall/firewall-schema.ts';
import type { ClientCertificateTable, KeyPairTable, SshSignerTable, TrustedKeyTable, VaultConfigTable } from './keys/key-schema.ts';
import type { ReplicationTables } from './replication/replication-schema.ts';
import type {
  DownloadDayTable,
  FolderDownloadSettingTable,
  PackageReadingTable,
  RetentionPolicyTable,
  RetentionRunTable,
  TrashRunTable,
  TrashSettingTable,
} from './upkeep/upkeep-schema.ts';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string, string>;

export interface RepositoryTable {
  id: Generated<number>;
  key: string;
  class: RepositoryClass;
  format: FormatId;
  description: Generated<string>;
  /** The settings of its class, validated by the contract. Secrets in it are encrypted. */
  settings: Json<Record<string, unknown>>;
  /** Project it belongs to, and the environments it is in there. */
  project_key: string | null;
  environments: Generated<string[]>;
  /** Keys of other projects that use it, or all of them; and whether they only read. */
  shared_with: Generated<string[]>;
  shared_with_all: Generated<boolean>;
  shared_read_only: Generated<boolean>;
  /** Another one with every change, and never one that any row has had. The database gives it. */
  revision: Generated<number>;
  /** Of the format's reader, when its packages were last read as a whole. */
  reader_revision: Generated<number>;
  created_at: Timestamp;
  modified_at: Timestamp;
}

/** Columns of a repository that everybody reads; `reader_revision` belongs to indexing alone. */
export const repositoryColumns = [
  'id',
  'key',
  'class',
  'format',
  'description',
  'settings',
  'project_key',
  'environments',
  'shared_with',
  'shared_with_all',
  'shared_read_only',
  'revision',
  'created_at',
  'modified_at',
] as const satisfies readonly (keyof RepositoryTable)[];

export type RepositoryRow = Pick<Selectable<RepositoryTable>, (typeof repositoryColumns)[number]>;

/** Members of virtual repositories, in order. */
export interface RepositoryMemberTable {
  virtual_id: number;
  member_id: number;
  position: number;
}

export interface BlobTable {
  sha256: string;
  sha1: string;
  md5: string;
  sha512: string | null;
  size: number;
  created_at: Timestamp;
  /** Set by garbage collection's first step; a commit that refers to the blob clears it. */
  condemned_at: Date | null;
}

export interface PackageTable {
  id: Generated<number>;
  repository_id: number;
  name: string;
  /** Another one with every change, and never one that any row has had. The database gives it. */
  revision: Generated<number>;
  /** Movable names to versions (dist-tags). */
  pointers: Json<Record<string, string>>;
  created_at: Timestamp;
  modified_at: Timestamp;
}

export interface VersionTable {
  id: Generated<number>;
  package_id: number;
  version: string;
  facts: Json<PackageFacts>;
  created_at: Timestamp;
  modified_at: Timestamp;
}

export interface ArtifactTable {
  id: Generated<number>;
  repository_id: number;
  /** Whole path inside the repository, no leading slash. */
  path: string;
  /** Folder part of the path, '' at the root. */
  folder: string;
  name: string;
  sha256: string;
  version_id: number | null;
  /** Stands for its version. */
  lead: Generated<boolean>;
  created_at: Timestamp;
  created_by: string;
  modified_at: Timestamp;
  modified_by: string;
  download_count: Generated<number>;
  last_downloaded_at: Date | null;
  last_downloaded_by: string | null;
  /** Follows the property of that meaning; the database keeps it. */
  expires_at: Generated<Date | null>;
}

export interface PropertyTable {
  artifact_id: number;
  key: string;
  value: string;
}

/** Every folder; those made on purpose are kept when they become empty, the others go with their last artifact. */
export interface FolderTable {
  repository_id: number;
  path: string;
  /** '' at the root. */
  parent: string;
  name: string;
  kept: Generated<boolean>;
  properties: ColumnType<Record<string, string[]>, string | undefined, string>;
  created_at: Timestamp;
  created_by: string;
}

/** Each row is what we know of an upstream's path: freshness, validators, missing or failing since when. */
export interface RemoteEntryTable {
  repository_id: number;
  path: string;
  status: 'present' | 'missing';
  etag: string | null;
  last_modified: string | null;
  content_type: string | null;
  url: string | null;
  /** The document of an index; files are artifacts instead. */
  sha256: string | null;
  fetched_at: Timestamp;
  fresh_until: Date;
}

export interface UploadSessionTable {
  id: string;
  repository_id: number;
  name: string;
  created_by: string;
  appendable: string;
  received: Generated<number>;
  created_at: Timestamp;
  expires_at: Date;
}

export interface NameClaimTable {
  format: FormatId;
  name: string;
  repository_id: number;
  /** Never that of another row, not even of one that is gone. */
  revision: Generated<number>;
  created_at: Timestamp;
}

/** One row: of all repositories and their members together. */
export interface DirectoryRevisionTable {
  revision: number;
}

/** Deleted artifacts, restorable until they are emptied out. */
export interface TrashTable {
  id: Generated<number>;
  repository_key: string;
  path: string;
  sha256: string;
  properties: Json<Record<string, string[]>>;
  created_at: Date;
  created_by: string;
  deleted_at: Timestamp;
  deleted_by: string;
  /** It was put away rather than deleted. */
  archived: Generated<boolean>;
}

/** One garbage collection and its report. */
export interface GarbageRunTable extends SaidColumns {
  id: Generated<number>;
  status: Generated<'waiting' | 'running' | 'finished' | 'failed'>;
  dry_run: boolean;
  requested_by: string;
  started_at: Timestamp;
  finished_at: Date | null;
  examined: Generated<number>;
  condemned: Generated<number>;
  condemned_bytes: Generated<number>;
  spared: Generated<number>;
  freed: Generated<number>;
  freed_bytes: Generated<number>;
  staging: Generated<number>;
}

/** An outgoing proxy. */
export interface ProxyTable {
  id: Generated<number>;
  key: string;
  host: string;
  port: number;
  tls: boolean;
  username: string;
  /** Encrypted. */
  password: string | null;
  no_proxy: string[];
  is_default: boolean;
  modified_at: Timestamp;
  modified_by: string;
}

/** The web server in front, one row at most. */
export interface WebServerTable {
  only_one: Generated<boolean>;
  settings: Json<Record<string, unknown>>;
  modified_at: Timestamp;
  modified_by: string;
}

export interface RepositoriesSchema extends FirewallTables, ReplicationTables {
  key_pair: KeyPairTable;
  evidence: EvidenceTable;
  ssh_signer: SshSignerTable;
  trusted_key: TrustedKeyTable;
  client_certificate: ClientCertificateTable;
  vault_config: VaultConfigTable;
  web_server: WebServerTable;
  proxy: ProxyTable;
  repository: RepositoryTable;
  repository_member: RepositoryMemberTable;
  directory_revision: DirectoryRevisionTable;
  blob: BlobTable;
  package: PackageTable;
  version: VersionTable;
  artifact: ArtifactTable;
  property: PropertyTable;
  folder: FolderTable;
  remote_entry: RemoteEntryTable;
  upload_session: UploadSessionTable;
  name_claim: NameClaimTable;
  trash: TrashTable;
  folder_download_setting: FolderDownloadSettingTable;
  trash_setting: TrashSettingTable;
  trash_run: TrashRunTable;
  transfer_month: TransferMonthTable;
  transfer_limit: TransferLimitTable;
  item_mark: ItemMarkTable;
  watch_change: WatchChangeTable;
  package_reading: PackageReadingTable;
  download_day: DownloadDayTable;
  garbage_run: GarbageRunTable;
  retention_policy: RetentionPolicyTable;
  retention_run: RetentionRunTable;
  build: BuildTable;
  build_retention: BuildRetentionTable;
  build_module: BuildModuleTable;
  build_artifact: BuildArtifactTable;
  build_dependency: BuildDependencyTable;
}

export type Db = KernelDb<RepositoriesSchema>;
