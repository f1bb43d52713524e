import type { Readable } from 'node:stream';

/** A release of a distribution, named as advisories name it, and numbered as it numbers its releases itself: `Debian` and `12`, `Alpine` and `3.20`. */
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

/** What is known of a package without opening it: where it lies, and what was read of it. */
export interface KnownPackage {
  path: string;
  version: string;
  /** Facts for people, by their labels. */
  display: Readonly<Record<string, string>>;
  authors: readonly string[];
  /** It came from an upstream, which may call its folders whatever it likes. */
  isRemote: boolean;
}

/** For formats whose packages belong to distributions: what says to which. */
export interface DistributionOrigin {
  /** By the package itself and the place that it lies in; undefined where these do not say it. */
  ofPackage?(known: KnownPackage): DistributionRelease | undefined;
  /** By what lists it, where a package alone does not say it. */
  readonly listings?: OriginListings;
  /** Advisories speak of source packages. */
  sourceOf(known: Pick<KnownPackage, 'version' | 'display'>): SourcePackage | undefined;
}

/** What listings say of the packages that they name. */
export interface OriginListings {
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
  /** The one of several releases, all of which have the same file, that is corrected last: the oldest. */
  oldest(releases: readonly DistributionRelease[]): DistributionRelease | undefined;
}
