import type { Readable } from 'node:stream';

/** A release of a distribution, as advisories name both: `Debian` and `12`. */
export interface DistributionRelease {
  distribution: string;
  release: string;
}

/** The source package that a package was built from, where it has another name or version. */
interface SourcePackage {
  name: string;
  version?: string;
}

/** A document of an upstream's listing that names the files of packages. */
export interface PackageList {
  /** Its name tells how it is compressed. */
  path: string;
  sha256: string;
}

/** For formats whose packages belong to distributions: a package alone does not say to which, but what lists it does. */
export interface DistributionOrigin {
  /** By the name of a suite alone, as people give it to a package; undefined where it is not the name of a release. */
  ofSuite(suite: string): DistributionRelease | undefined;
  /** Suites that a file is put into by what is said of it. */
  listSuites(properties: Readonly<Record<string, readonly string[]>>): readonly string[];
  /** Whether a document at this path of an upstream is the head of a listing. */
  isHead(path: string): boolean;
  /** What the head of an upstream's listing is of, and the documents that it consists of; undefined where that is no known release of a distribution. */
  readHead(text: string): { release: DistributionRelease; lists: readonly PackageList[] } | undefined;
  /** Paths of the files that a document of a listing names. @throws AppError `upstream_failed` when it cannot be read */
  readPaths(list: PackageList, body: Readable): AsyncIterable<string>;
  /** Advisories speak of source packages. `display` is what was read from the package. */
  sourceOf(display: Readonly<Record<string, string>>): SourcePackage | undefined;
  /** The one of several releases, all of which have the same file, that is corrected last: the oldest. */
  oldest(releases: readonly DistributionRelease[]): DistributionRelease | undefined;
}
