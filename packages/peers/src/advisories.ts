import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Severity } from '@packhouse/contract/severities.ts';

/** What an advisory says of a version. */
export interface KnownAdvisory {
  id: string;
  severity: Severity;
  /** Somebody made the package to do harm. */
  malicious: boolean;
  published: Date | undefined;
}

/** The scanning service tells the others this of packages that may not be here yet. */
export interface Advisories {
  /** Whether a source stands for the packages of a format. */
  covers(format: FormatId): Promise<boolean>;
  /** What holds of versions of a package for sure, by version; those of which nothing is said are left out. */
  about(format: FormatId, name: string, versions: readonly string[]): Promise<ReadonlyMap<string, readonly KnownAdvisory[]>>;
}
