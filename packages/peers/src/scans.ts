import type { JudgedBy } from '@packhouse/contract/judged-by.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import type { RawBuilder } from 'kysely';

/** Findings of one version by severity. */
export interface FindingCounts {
  critical: number;
  high: number;
  medium: number;
  low: number;
  info: number;
  unknown: number;
  /** Advisories of which nobody can say whether they apply. */
  skipped: number;
  /** Not everything could be read, or judged by any advisory. */
  partial?: boolean | undefined;
  /** No source of advisories stands for anything in it. */
  notJudged?: boolean | undefined;
  /** By which sources it was judged. */
  judgedBy?: JudgedBy | undefined;
}

/** How risky it is to go on with a version. */
export type RiskLevel = 'High' | 'Medium' | 'Low' | 'None';

/** A version of a package in one repository. */
export interface VersionPlace {
  repository: string;
  package: string;
  version: string;
}

/** Findings that have both: one of these severities (in any case of letters), and this number of a CVE or other name of an advisory. */
export interface SoughtFindings {
  severities?: readonly string[] | undefined;
  cve?: string | undefined;
}

/** The scanning service tells the others this. */
export interface ScanDirectory {
  /** Findings of those of these versions that were scanned, in the order asked; undefined for the others. Who may see them, the caller has to ask. */
  counts(places: readonly VersionPlace[]): Promise<readonly (FindingCounts | undefined)[]>;
  /**
   * The files (`repository`, `path`) that stand for versions with an active finding that is sought: a query, to be put into one of the caller's own,
   * which decides who may see them.
   */
  filesWith(sought: SoughtFindings): Promise<RawBuilder<unknown>>;
  /** Worst severity of the active findings of those of these files that have any. Who may see them, the caller has to ask. */
  alerts(repository: string, paths: readonly string[]): Promise<ReadonlyMap<string, Severity>>;
  /** How risky it is to go on with these versions, in the order asked; undefined where nobody has judged that yet. Who may see it, the caller has to ask. */
  risks(places: readonly VersionPlace[]): Promise<readonly (RiskLevel | undefined)[]>;
  /** How many versions there are, and how many of them were scanned. */
  progress(): Promise<{ scanned: number; total: number }>;
}
