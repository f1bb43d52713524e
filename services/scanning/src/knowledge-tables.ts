import type { RiskFacts } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import type { CustomIssueInput } from '@packhouse/contract/scanning/scanning-issue-routes.ts';
import type { SourceKind } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';
import type { AffectedSpec, CvssVector, Reject } from './osv/osv-record.ts';

// Where what is known of vulnerabilities comes from, and what is known.

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string | null | undefined, string | null>;

/** Where advisories come from. */
export interface SourceTable {
  id: Generated<number>;
  name: string;
  /** Absent: its dumps are uploaded. */
  url: string | null;
  every: 'never' | 'day' | 'week';
  enabled: boolean;
  /** Its dumps hold every record, so that what they lack is withdrawn. */
  complete: boolean;
  etag: string | null;
  last_modified: string | null;
  checked_at: Date | null;
  created_at: Timestamp;
  modified_at: Timestamp;
  modified_by: string;
  kind: Generated<SourceKind>;
  /** The preset that it was made of. */
  preset: string | null;
  /** Ecosystems that it stands for: what is of one of them counts as judged. */
  covers: Generated<string[]>;
  /** When it was last known to be as its publisher has it. */
  good_at: Date | null;
  /** Up to this moment its advisories are known, so that only later ones are fetched. */
  newest: Date | null;
  /** When everything was fetched last. */
  whole_at: Date | null;
}

export interface ImportRunTable extends SaidColumns {
  id: Generated<number>;
  source_id: number;
  status: Generated<'waiting' | 'running' | 'finished' | 'failed' | 'unchanged'>;
  requested_by: string;
  /** The dump, in the blob store. */
  sha256: string | null;
  started_at: Timestamp;
  finished_at: Date | null;
  records: Generated<number>;
  changed: Generated<number>;
  withdrawn: Generated<number>;
  rejected: Generated<number>;
  /** The first of what was rejected, with reasons. */
  rejects: Json<Reject[]>;
  /** What it is at: bytes are fetched, or records are read. */
  step: 'fetching' | 'reading' | null;
  done: Generated<number>;
  total: number | null;
}

/** Where feeds of presets are fetched, when not where they are published. */
export interface SourceAddressTable {
  kind: SourceKind;
  address: string;
}

/** What is known of a vulnerability beside how bad it is. */
export interface CveSignalTable {
  cve: string;
  /** Probability that it is exploited within 30 days, and the part of all others that it exceeds. */
  epss: number | null;
  percentile: number | null;
  /** It is known to be exploited. */
  kev: Json<{ added: string; due: string | null; ransomware: boolean } | null>;
  at: Generated<Date>;
}

export interface AdvisoryTable {
  id: string;
  source_id: number | null;
  /** The run that changed it last. */
  run_id: number | null;
  /** The run that saw it last. */
  seen_run: number | null;
  modified: Date;
  published: Date | null;
  withdrawn: Date | null;
  /** A complete dump of its source lacks it. */
  missing: Generated<boolean>;
  /** One id for all advisories about the same vulnerability. */
  canonical: string;
  severity: Severity;
  cvss: Json<CvssVector[]>;
  summary: string;
  details: string;
  aliases: string[];
  upstream: string[];
  links: Json<{ type: string; url: string }[]>;
  cwes: string[];
  /** Somebody here described it, so. */
  custom: Generated<boolean>;
  document: Json<CustomIssueInput | null>;
  /** What somebody here described holds in repositories of this project alone; null: everywhere. */
  project: Generated<string | null>;
  author: string | null;
  created_at: Date | null;
}

/** Which licence a version has, whatever its author wrote. */
export interface CustomLicenceTable {
  component_id: number;
  /** It holds in this project; '': everywhere. */
  project: string;
  expression: string;
  author: string;
  at: Timestamp;
}

/** How risky it is to go on with a version. */
export interface OperationalTable {
  component_id: number;
  level: 'High' | 'Medium' | 'Low' | 'None';
  facts: Json<RiskFacts & { reasons: string[] }>;
  at: Timestamp;
}

export interface AffectedTable {
  advisory_id: string;
  position: number;
  ecosystem: string;
  suffix: string;
  name: string;
  spec: Json<AffectedSpec>;
}

/** A licence that no list has. */
export interface OwnLicenceTable {
  name: string;
  full_name: string;
  /** What packages write when they mean it, in small letters. */
  spellings: string[];
  url: string;
  author: string;
  modified_at: ColumnType<Date, Date | undefined, Date>;
}
