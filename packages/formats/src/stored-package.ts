export interface Dependency {
  name: string;
  /** As the package writes it. */
  requirement: string;
  scope: 'runtime' | 'development' | 'optional' | 'peer' | 'build' | 'test';
}

/** Every format reads this from its packages, so that screens and searches need not know the format. */
export interface PackageFacts {
  description?: string;
  licenses?: string[];
  tags?: string[];
  homepage?: string;
  authors?: string[];
  /** Markdown or plain text, as it came. */
  readme?: string;
  dependencies?: Dependency[];
  deprecated?: string;
  yanked?: boolean;
  /** When that was, in ISO 8601, where listings tell it. */
  yankedAt?: string;
  /** A few further facts for the version page, label to text. */
  display?: Record<string, string>;
  /** The format itself needs this to render its listings. Plain JSON. */
  native?: unknown;
}

export interface FileRow {
  path: string;
  size: number;
  sha256: string;
  sha1: string;
  md5: string;
  /** Where the format keeps it (see `Format.keepsSha512`). */
  sha512?: string;
  createdAt: Date;
  modifiedAt: Date;
  lead: boolean;
  properties: Readonly<Record<string, readonly string[]>>;
  /** This was read from its bytes for listings (`Inspection.listed`); said by `Rows.filesWithin` alone. */
  content?: unknown;
}

export interface VersionRow {
  version: string;
  createdAt: Date;
  facts: PackageFacts;
  files: readonly FileRow[];
}

export interface PackageRow {
  /** Never given to another package. */
  id: number;
  name: string;
  /** Grows with every change to the package; listings use it as their validator. */
  revision: number;
  /** Movable names: dist-tags and the like. */
  pointers: Readonly<Record<string, string>>;
  versions: readonly VersionRow[];
}

/**
 * A package as a search finds it. Its facts lack what only listings need, which may be megabytes a version: the readme, the dependencies and, of the
 * format's own, documents, manifests and dependencies.
 */
export interface FoundPackage extends Pick<PackageRow, 'name' | 'pointers'> {
  /** `complete`: the file that makes it a version is there. */
  versions: readonly (Pick<VersionRow, 'version' | 'createdAt' | 'facts'> & { complete: boolean })[];
}

/** Reading access to what one local repository holds. */
export interface Rows {
  package(name: string): Promise<PackageRow | undefined>;
  /** Every package's id and revision: what is remembered of one is good while they are the same. */
  packageRevisions(): Promise<readonly Pick<PackageRow, 'id' | 'name' | 'revision'>[]>;
  packages(ids: readonly number[]): Promise<readonly PackageRow[]>;
  /** Those of the names that are packages here, in no order. */
  knownNames(names: readonly string[]): Promise<readonly string[]>;
  packageNames(options?: { prefix?: string; after?: string; limit?: number }): Promise<readonly string[]>;
  search(text: string, options: { offset: number; limit: number }): Promise<{ total: number; packages: readonly FoundPackage[] }>;
  file(path: string): Promise<FileRow | undefined>;
  /** Files directly inside a folder. */
  files(folder: string): Promise<readonly FileRow[]>;
  /** Files anywhere below a folder, in the order in which they came; of a name alone, or that many folders further down alone. */
  filesWithin(folder: string, only?: { name?: string; depth?: number }): Promise<readonly FileRow[]>;
}
