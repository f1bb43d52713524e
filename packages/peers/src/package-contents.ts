import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';

/** The file that stands for a version of a package in a repository. */
export interface LeadFile {
  /** Grows with every new file. */
  id: number;
  repository: string;
  format: FormatId;
  package: string;
  version: string;
  path: string;
  sha256: string;
  /** As its author wrote them. */
  licences: readonly string[];
}

/** Another package that a package asks for. */
export interface AskedDependency {
  name: string;
  /** As the package writes it. */
  requirement: string;
  /** `runtime` for what its use needs; all else serves its making or may be left out. */
  scope: string;
}

/** A version of a package as one repository has it. */
export interface KnownVersion {
  repository: string;
  version: string;
  /** When it came. */
  at: Date;
  deprecated: string | null;
  yanked: boolean;
}

/** What is said of a file besides its place and its content. */
export interface FileLabel {
  /** By its name: `application/java-archive`. */
  mediaType: string;
  /** Values by key. */
  properties: ReadonlyMap<string, readonly string[]>;
}

/** The release of a distribution that a package is of, by what lists it, and the source package it was built from. */
export interface PackageOrigin {
  /** As advisories spell both: `Debian` and `12`. */
  distribution: string;
  release: string;
  source?: { name: string; version?: string } | undefined;
}

/** The file by which scanning judges another one. */
export interface JudgedFile {
  path: string;
  sha256: string;
  /** Digest of the one of its images that is asked for. */
  image?: string | undefined;
}

/** The repositories service tells the others this about the packages it holds; who may see them, the caller has to ask. */
export interface PackageContents {
  /** Those of these paths of a repository that stand for a version, and manifests of images that no tag leads to, which stand for themselves. */
  leads(repository: string, paths: readonly string[]): Promise<readonly LeadFile[]>;
  /** By which file a manifest of an image is judged: by that of a tag, which may lead to it by way of an index, or by itself. Undefined for all other files. */
  judgedBy(repository: string, file: { path: string; sha256: string }): Promise<JudgedFile | undefined>;
  /** Every file that stands for a version, of all repositories, page by page, in the order of their ids. */
  leadsAfter(id: number, limit: number): Promise<readonly LeadFile[]>;
  /** Of which distribution the packages at those of these paths of a repository are that a listing says it of. */
  origins(repository: string, paths: readonly string[]): Promise<ReadonlyMap<string, PackageOrigin>>;
  /** Versions of a package in all repositories, at most 5000. */
  versions(format: FormatId, name: string): Promise<readonly KnownVersion[]>;
  /** SHA-256 of the files at those of these paths of a repository where one is stored. */
  stored(repository: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What the package whose version a file stands for asks for, in the words of its format; none where there is no such file. */
  dependencies(repository: string, path: string): Promise<readonly AskedDependency[]>;
  /** Name of the user who put the file there, for those of these paths of a repository where one is stored that somebody put there. */
  deployers(repository: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What is said of the files at those of these paths of a repository where one is stored. */
  labels(repository: string, paths: readonly string[]): Promise<ReadonlyMap<string, FileLabel>>;
  /** When the files at those of these paths of a repository that were ever pulled were pulled last. */
  pulled(repository: string, paths: readonly string[]): Promise<ReadonlyMap<string, Date>>;
}
