import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string, string>;

/** One run of a build; it goes with the artifact that holds its document. */
export interface BuildTable {
  id: Generated<number>;
  artifact_id: number;
  name: string;
  number: string;
  started_at: Date;
  /** The start as the client wrote it. */
  started: string;
  url: string | null;
  agent: string | null;
  properties: Json<Record<string, string>>;
  /** Promotions, oldest first. */
  statuses: Json<Record<string, unknown>[]>;
  created_at: Timestamp;
  created_by: string;
}

export interface BuildModuleTable {
  id: Generated<number>;
  build_id: number;
  position: number;
  name: string;
  type: string | null;
}

export interface BuildArtifactTable {
  id: Generated<number>;
  module_id: number;
  name: string;
  type: string | null;
  path: string | null;
  repository: string | null;
  sha1: string | null;
  md5: string | null;
  sha256: string | null;
}

export interface BuildDependencyTable {
  id: Generated<number>;
  module_id: number;
  name: string;
  type: string | null;
  scopes: string[];
  sha1: string | null;
  md5: string | null;
  sha256: string | null;
}

/** Which runs of a build stay. */
export interface BuildRetentionTable {
  repository_id: number;
  name: string;
  keep_runs: number | null;
  keep_days: number | null;
  artifacts: boolean;
  modified_at: Timestamp;
  modified_by: string;
}
