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

/** The release line that a version belongs to. */
export interface KnownSupport {
  product: string;
  cycle: string;
  /** Nothing of it is mended any more. */
  ended: boolean;
  /** Since when, as `2026-06-30`; null where that is not said. */
  day: string | null;
}

/** The scanning service tells the others this of packages that may not be here yet. */
export interface Advisories {
  /** Whether a source stands for the packages of a format. */
  covers(format: FormatId): Promise<boolean>;
  /** What holds of versions of a package for sure, by version; those of which nothing is said are left out. */
  about(format: FormatId, name: string, versions: readonly string[]): Promise<ReadonlyMap<string, readonly KnownAdvisory[]>>;
  /** Whether a source tells until when products are supported. */
  tellsSupport(): Promise<boolean>;
  /** The release lines of versions, by package and version; those that nobody tells of are left out. */
  support(format: FormatId, packages: ReadonlyMap<string, readonly string[]>): Promise<ReadonlyMap<string, ReadonlyMap<string, KnownSupport>>>;
}
