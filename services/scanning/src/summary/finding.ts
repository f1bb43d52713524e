import type { Severity } from '@packhouse/contract/severities.ts';
import type { CvssVector } from '../osv/osv-record.ts';

/** A component where it was found. */
export interface HeldRow {
  component_id: number;
  name: string;
  version: string;
  ecosystem: string;
  distro: string;
  purl: string;
  location: string;
  layer: string | null;
}

/** The same with what is written there of its licences. */
export interface LicensedRow extends HeldRow {
  licences: readonly string[];
}

/** What an advisory says of a component where it was found. */
export interface FindingRow extends HeldRow {
  severity: Severity;
  confidence: 'known' | 'unknown';
  fixed_versions: string[];
  advisory_id: string;
  canonical: string;
  aliases: string[];
  summary: string;
  details: string;
  published: Date | null;
  modified: Date;
  cvss: CvssVector[];
  cwes: string[];
  links: { type: string; url: string }[];
  source: string | null;
  epss: number | null;
  exploited: string | null;
  /** By which it is ignored; null: it is active. */
  rule_id: number | null;
}
