import type { Readable } from 'node:stream';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';

/** Where files of a release bundle are looked for. */
export type FileSearch =
  /** A query over items. */
  | { aql: string }
  /** One run of a build made this. */
  | { build: { name: string; number: string; projectKey: string } }
  /** A version of a package in a repository, by the name that clients have for the format. */
  | { package: { repository: string; type: string; name: string; version: string } }
  /** `repository/path` of files, or of folders with all that is in them. */
  | { paths: readonly string[] };

export interface FoundFile {
  repository: string;
  path: string;
  sha256: string;
  size: number;
  properties: Readonly<Record<string, readonly string[]>>;
  format: FormatId;
}

/** A version of a release bundle, and the distribution repository that keeps its files. */
export interface ReleaseBundlePlace {
  repository: string;
  name: string;
  version: string;
}

/** A file of a release bundle: where it goes, and what it is. */
export interface PlacedFile {
  repository: string;
  path: string;
  sha256: string;
  size: number;
  properties: Readonly<Record<string, readonly string[]>>;
}

/** The files of a version go here, and leave those places. */
export interface PromotedFiles {
  /** Their content is what is kept for this version. */
  kept: ReleaseBundlePlace;
  /** `from`: `repository/path` under which the version has it. */
  arriving: readonly (PlacedFile & { from: string })[];
  /** Files that are to go; what has another content by then stays. */
  leaving: readonly PlacedFile[];
}

/** A version as its archive holds it: the signed list of its files first, then each content once. */
export interface ArchivedVersion {
  signed: string;
  /** SHA-256, with the size. */
  contents: ReadonlyMap<string, number>;
}

/** A file of an archive as it comes by; what is left of it when the next is asked for is passed over. */
export interface ArchivePart {
  name: string;
  size: number;
  body: Readable;
}

export interface ReleaseBundleKey {
  name: string;
  fingerprint: string;
  publicKey: string;
}

/** Who does something, for the audit log. */
export interface Doer {
  actor: Actor;
  address: string;
}

/**
 * The repositories service does this for release bundles. Distribution repositories hold `name/version/repository/path`;
 * nothing but these functions changes what is in them.
 */
export interface ReleaseBundleStorage {
  /** Files that the actor may read, in order of repository and path; none of them in a repository of builds or of bundles. @throws AppError `bad_request`, `artifact_not_found`, `too_large` */
  find(actor: Actor, search: FileSearch, most: number): Promise<readonly FoundFile[]>;
  /** Keys of the distribution repositories. */
  repositories(): Promise<readonly string[]>;
  /** Makes a distribution repository unless it is there. @throws AppError `forbidden` for others than administrators when it is missing */
  ensureRepository(key: string, doer: Doer): Promise<void>;
  /**
   * Refers to content for good. `from` says where the actor can read it now; content that is gone or another one refuses.
   * May run again. @throws AppError `conflict`
   */
  keep(place: ReleaseBundlePlace, files: readonly (PlacedFile & { from: { repository: string; path: string } })[], actor: Actor): Promise<void>;
  /** Forgets what is kept for a version, also what came in for it. */
  drop(place: ReleaseBundlePlace, by: string): Promise<void>;

  /** SHA-256 of what came in for a version. */
  incoming(place: ReleaseBundlePlace): Promise<ReadonlySet<string>>;
  /** Takes content that the actor can read here already; false where it has to be sent. */
  adopt(place: ReleaseBundlePlace, sha256: string, actor: Actor): Promise<boolean>;
  /** Takes content that is sent. @throws AppError `checksum_mismatch` */
  receive(place: ReleaseBundlePlace, sha256: string, body: Readable, actor: Actor): Promise<void>;
  /** Repositories among these that are not there. @throws AppError `forbidden`, `path_refused` when the actor may not put files there */
  missingRepositories(wanted: readonly { key: string; format: FormatId }[], actor: Actor): Promise<readonly { key: string; format: FormatId }[]>;
  createRepositories(wanted: readonly { key: string; format: FormatId }[], doer: Doer): Promise<void>;
  /** Makes all files visible at their places, and keeps them for the version, in one transaction. @throws AppError `conflict` naming what has not come in; `forbidden`, `version_exists` … */
  publish(place: ReleaseBundlePlace, files: readonly PlacedFile[], actor: Actor): Promise<void>;
  /** `repository/path` of those files that stand at their places already, with this very content. */
  standing(files: readonly PlacedFile[]): Promise<ReadonlySet<string>>;
  /**
   * Takes these files away from their places where they are still the same, and what is kept for the version. Of container images stays
   * what another tag or manifest leads to. @throws AppError `forbidden`
   */
  withdraw(place: ReleaseBundlePlace, files: readonly PlacedFile[], actor: Actor): Promise<void>;
  /**
   * Says whether what stands at the places with another content would be replaced: the actor may delete it.
   * @throws AppError `forbidden`, `path_refused` where the actor may not put or take away a file
   */
  considerPromotion(files: PromotedFiles, actor: Actor): Promise<{ replaces: boolean }>;
  /** Puts kept files to their places, all of them or none, and then takes those away that leave. Whoever asks has considered it. May run again. @throws AppError `version_exists`, `conflict` … */
  promote(files: PromotedFiles, by: string, replaces: boolean): Promise<void>;
  /** Packs a version that is kept, beside its files; answers the path of the archive. May run again. @throws AppError `quota_exceeded` … */
  packArchive(place: ReleaseBundlePlace, version: ArchivedVersion, by: string): Promise<string>;
  /** The files of an archive, in their order, while it comes in; nothing of it is held. @throws AppError `bad_request` when it is none, or damaged */
  unpackArchive(body: Readable): AsyncGenerator<ArchivePart>;
  /** Forgets what came in before that moment for versions that were never completed. */
  forgetIncoming(before: Date): Promise<void>;

  /** The pair of that name, made when it is missing and `makes` says so. */
  key(name: string, makes: boolean): Promise<ReleaseBundleKey | undefined>;
  /** Keeps a pair that somebody brings. @throws AppError `invalid_input` */
  importKey(name: string, pair: { publicKey?: string | undefined; privateKey: string; passphrase?: string | undefined }, doer: Doer): Promise<ReleaseBundleKey>;
  /** Says which pair signs, so that it is not deleted while it does. */
  signsWith(chosen: () => Promise<string>): void;
  /** A detached signature in armour, of the kind that the pair makes: OpenPGP, or as `ssh-keygen` makes it. */
  sign(keyName: string, text: string): Promise<string>;
  /** The trusted key that made the signature; undefined when none did. */
  signerOf(text: string, signature: string): Promise<{ name: string; fingerprint: string } | undefined>;
  /** Name of the trusted key with this fingerprint; undefined where none has it. */
  findTrusted(fingerprint: string): Promise<string | undefined>;
}
