import type { Readable } from 'node:stream';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { AdvisoryRules } from './advisory-rules.ts';
import type { RangedBytes } from './archive/archive-entry.ts';
import type { Payload } from './archive/payload.ts';
import type { ClientUpstream } from './client-setting.ts';
import type { FormatDemo } from './demo/format-demo.ts';
import type { DistributionOrigin } from './distribution-origin.ts';
import type { IndexedListing } from './indexed-listing.ts';
import type { InstalledDatabase, LibraryEvidence, ProgramEvidence } from './library-evidence.ts';
import type { OfferRules, StoredOffer } from './offers.ts';
import type { OwnAccount } from './own-account.ts';
import type { SnapshotRules } from './snapshot-rules.ts';
import type { SetupContext, Snippet } from './snippet.ts';
import type { Inspection, Location, MovedPointer, ReadBeside, ServedFile, StagedFile } from './staged-file.ts';
import type { FileRow, PackageFacts, Rows } from './stored-package.ts';
import type { FileSource, UpstreamRequest } from './upstream-request.ts';
import type { Want } from './want.ts';

export type { Payload } from './archive/payload.ts';
export type { SetupContext, Snippet } from './snippet.ts';
export type { Inspection, Location, MovedPointer, ReadBeside, ServedFile, StagedFile } from './staged-file.ts';
export type { Dependency, FileRow, FoundPackage, PackageFacts, PackageRow, Rows, VersionRow } from './stored-package.ts';
export type { FileSource, UpstreamRequest } from './upstream-request.ts';
export type { Want } from './want.ts';

/** A client's request, its path relative to the repository, percent-decoded and normalised (no '..', no '//', no leading slash). */
export interface ProtocolRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
}

export interface Part<Model> {
  member: string;
  source: 'local' | 'remote';
  model: Model;
}

export interface Rendered {
  status?: number;
  contentType: string;
  headers?: Record<string, string>;
  /**
   * For listings that clients keep and fetch the new end of: ranges are served, and the validator, which must be the MD5 of the body in hexadecimal,
   * stays the same when the body goes out packed.
   */
  grows?: boolean;
  body: string | Buffer | Readable;
}

export interface RenderContext {
  /** Absolute URL of the repository as this client reaches it, no trailing slash; everything linked must start with it. */
  baseUrl: string;
  request: ProtocolRequest;
}

/** For wants with `signs`. */
export interface SigningContext extends RenderContext {
  /** A query that lets whoever follows a link read what this caller may read below that folder, for a short while; absent when callers need none. */
  access?: string;
  /** The platform's OpenPGP keys. */
  signer(): Promise<{ detached(text: string): Promise<string>; keys: readonly { id: string; armoured: string }[] }>;
}

export interface DraftFile {
  /** Storage path. */
  path: string;
  staged: StagedFile;
  /** Absent: the core asks `locate` and `inspect` itself. */
  inspection?: Inspection;
  /** Storage path of the file whose content it has (see `PublishContext.stored`), which goes away in the same step. */
  takes?: string;
}

/** A publish turned into this: the core commits it in one transaction, or not at all. */
export interface Draft {
  files: readonly DraftFile[];
  /** Movable names to set: package, name, version. */
  pointers?: readonly MovedPointer[];
  /** Changed facts of versions that exist already (deprecation). */
  amend?: readonly { package: string; version: string; facts: Partial<PackageFacts> }[];
  answer: Rendered;
}

/** Reads what strangers made. Its arguments are staged files, bytes and plain values, and its answer is plain: it is run in a thread. */
export type Reader = (...args: never[]) => Promise<unknown>;

export interface PublishContext {
  request: ProtocolRequest;
  baseUrl: string;
  /** The request's body; to be read once. */
  body: Readable;
  /** What the address says with matrix parameters; the core sets them on the files. */
  properties: Readonly<Record<string, readonly string[]>>;
  rows: Rows;
  /** Streams bytes into staging with their checksums; what is not in the returned draft is thrown away. */
  stage(body: Readable, options?: { sha512?: boolean; limit?: number }): Promise<StagedFile>;
  /** The content of a file that `rows` told of, to be put at another place too. */
  stored(file: FileRow): StagedFile;
  /** Runs one of the format's `readers` in a thread with limits of memory and time. @throws AppError `invalid_package` beyond them */
  read<Args extends readonly unknown[], Answer>(reader: (...args: Args) => Promise<Answer>, ...args: NoInfer<Args>): Promise<Answer>;
}

export interface RemoveContext {
  request: ProtocolRequest;
  /** The request's body; to be read once. */
  body: Readable;
  rows: Rows;
}

/** A removal turned into this. */
export interface Removal {
  /** Storage paths to move to the trash. */
  paths?: readonly string[];
  /** A whole package or one version of it. */
  versions?: readonly { package: string; version?: string }[];
  pointers?: readonly { package: string; name: string }[];
  answer: Rendered;
}

export interface AuxContext<Model = unknown> {
  request: ProtocolRequest;
  baseUrl: string;
  body: Readable;
  user: string | undefined;
  /**
   * Rows of a local repository; for a virtual one, those of its local members in order; empty for a remote. Their `search` finds what the caller
   * may read; `package` knows every package, so that names stay here, and what it gives is shown only for the package that the want names.
   */
  rows: readonly Rows[];
  /** Reads these rows as of one moment: what moves between members could be found in none. Read them in turn, and wait for nothing else meanwhile. */
  atOneMoment<Found>(read: (rows: readonly Rows[]) => Promise<Found>): Promise<Found>;
  /** Asks the upstream of a remote repository (or of a virtual's remotes, in order); undefined where there is none. */
  upstream?(
    path: string,
    init?: { query?: string; method?: string; headers?: Record<string, string>; body?: Buffer },
  ): Promise<{ status: number; headers: Record<string, string>; body: Buffer } | undefined>;
  /**
   * Gives what the upstreams of a remote repository, or of a virtual one's remotes in order, list of this: through their caches, as `parse` read it.
   * None is asked for a package whose name is claimed.
   */
  listings(want: Want): Promise<readonly Model[]>;
  /** Those of the names that local members of a virtual repository keep for themselves: what upstreams have under them is not shown. */
  claimed(names: readonly string[]): Promise<ReadonlySet<string>>;
  setPointer(packageName: string, name: string, version: string): Promise<void>;
  deletePointer(packageName: string, name: string): Promise<void>;
  /** An access token for the signed-in user, for clients that log in through the registry; where it was one that they signed in with, that one. */
  issueToken(description: string): Promise<string>;
  /** Ends an access token that its holder gives up; false when it is none. */
  endToken(token: string): Promise<boolean>;
  /** Undefined where nobody is signed in. */
  account: OwnAccount | undefined;
  /** Checks a user name with a password and gives that user's token; undefined when they do not fit. */
  login(user: string, password: string, description: string): Promise<string | undefined>;
}

/**
 * A package format is one object. The core does routing, access, storage, caching, streaming and the walk over members;
 * a format never opens a socket, a transaction or a file.
 * `Model` is the format's neutral listing: loaded from rows, parsed from an upstream, merged over members, rendered with our URLs.
 */
export interface Format<Model = unknown> {
  readonly id: FormatId;
  /** Set when the protocol is served under `/artifactory/api/<apiName>/<key>/`; otherwise under `/artifactory/<key>/`. */
  readonly apiName?: string;
  /** Other words between `/artifactory/api/` and the key under which clients know the protocol. */
  readonly apiAliases?: readonly string[];
  /** How an anonymous client is asked for credentials. */
  readonly challenge: 'basic' | 'bearer';
  /** Headers that its clients expect with every file. */
  readonly fileHeaders?: Readonly<Record<string, string>> | ((file: ServedFile) => Readonly<Record<string, string>>);
  /** Its clients keep files under their SHA-256, which they ask for with HEAD: what no listing promises it of is fetched to know it. */
  readonly keptBySha256?: true;
  /** Its clients send and ask for SHA-512, which is computed as files arrive. */
  readonly keepsSha512?: boolean;
  /** Grows when `inspect` reads more or otherwise than before; what is stored is read again then. 1 unless said. */
  readonly readerRevision?: number;
  /** Checksum files that its upstreams keep beside their files; what most have stands first, and the first that there is counts. */
  readonly checksumFiles?: readonly ('sha1' | 'sha256' | 'sha512' | 'md5')[];
  /** Its clients follow links without credentials, so links may carry them (see `Want.signs`). */
  readonly linksCarryAccess?: boolean;
  /** Behind this a path holds a secret of the client's and no place, so it may be longer than any part of a place. */
  readonly secretAfter?: string;
  /** Its clients show people the words of the status line and nothing of the body, so a refusal stands in both. */
  readonly tellsInStatusLine?: boolean;
  /** Its clients take this for a success when something is removed; 204 unless said. */
  readonly removedStatus?: number;
  /** The client's own error document; absent: the platform's envelope. */
  renderError?(status: number, code: string, message: string): Rendered;
  /** Tells what the URL asks for; undefined answers 404. Never throws. */
  classify(request: ProtocolRequest): Want | undefined;
  /** Tells what the file at a storage path is; undefined for files outside any package. */
  locate(path: string): Location | undefined;
  /** Of which of its card's `contentKinds` a file or a listing at this path is; undefined for what is of none. Never throws. */
  findContentKind?(path: string): string | undefined;
  /** The path of the file that stands for the version to which this one belongs, for formats whose other files say nothing of their own; undefined for that file itself, and for any other. Never throws. */
  leadPath?(path: string): string | undefined;
  /** Where a file is kept that arrives with properties, for formats whose clients may say so what it is; where its address says unless said. Never throws. */
  findPlace?(path: string, properties: Readonly<Record<string, readonly string[]>>): string;
  /** Reads the package's facts from its bytes. @throws AppError `invalid_package`, saying what is wrong. */
  inspect?(location: Location, path: string, file: StagedFile, readBeside?: ReadBeside): Promise<Inspection>;
  /** What else its `publish` reads of what strangers made, each by its name. Like `inspect` they run in a thread, and see nothing but their arguments. */
  readonly readers?: readonly Reader[];
  /** May this file be replaced by other bytes? SNAPSHOTs and generic files yes, released packages no. */
  mayReplace(path: string): boolean;
  /** Absent, or undefined before the body is touched: the core deploys the body at `want.path` (locate, inspect, checksum headers, properties). */
  publish?(want: Want, context: PublishContext): Promise<Draft | undefined>;
  /** Its versions may be snapshots, which repositories may refuse and keep only some builds of. */
  readonly snapshots?: SnapshotRules;
  /** Where the same thing may stand under another name: what is stored at the path takes the place of what is there. */
  sibling?(path: string): string | undefined;
  /**
   * For formats whose versions share content that stands beside them (the layers of an image): the name within which the file at a path shares it.
   * What only versions led to that are gone is left there, and goes after them.
   */
  contentLeftBy?(path: string): string | undefined;
  /**
   * For formats without listings, whose versions are called by their content where rules judge them: what a stored file says to rules, by its facts where they
   * are known. Undefined for files that are no version.
   */
  storedOffer?(path: string, stored: { sha256: string; facts: PackageFacts | undefined }): StoredOffer | undefined;
  /** Through a remote repository a version arrives before what it is made of. */
  readonly arrivesInParts?: true;
  /** The version that is the newest when no pointer says which. */
  readonly newestName?: string;
  /** Where in `facts.native` stands how many bytes a version has in files that belong to no version. */
  readonly sizeFact?: string;
  /** What events of a new version say of it beside its name. */
  eventDetails?(facts: PackageFacts): Readonly<Record<string, unknown>>;
  /** Members of `facts.native` that only listings need, which are up to megabytes, and what a search is given of each. */
  readonly heavyFacts?: Readonly<Record<string, readonly string[]>>;
  /** Its clients keep the state of what they build in its repositories, locked while it changes. */
  readonly keepsStates?: true;
  /** Where its clients get packages from by themselves, which the quick start proposes as upstream. */
  readonly clientUpstream?: ClientUpstream;
  /** Where an upstream is asked whether it can be reached; at its own address unless said. */
  probeUrl?(url: string): string;
  /** Absent: the core removes the file or folder at `want.path`, and answers `removedStatus`. */
  remove?(want: Want, context: RemoveContext): Promise<Removal>;
  load?(want: Want, rows: Rows): Promise<Model | undefined>;
  /** Another package whose listings name this one as well, so that they change with it. */
  mentionedIn?(packageName: string): string | undefined;
  /** @throws AppError `upstream_failed` when the document is not what it should be. */
  parse?(want: Want, document: Buffer, source: { url: string; contentType: string }): Model;
  /** What is kept in place of a large document of an upstream, to be parsed as that is; undefined: all of it is. */
  condense?(want: Want, model: Model): Buffer | undefined;
  /** Earlier parts win; called with two parts or more. */
  merge?(want: Want, parts: readonly Part<Model>[]): Model;
  render?(want: Want, model: Model, context: RenderContext): Rendered;
  /** In the place of `render` for wants with `signs`. */
  renderSigned?(want: Want, model: Model, context: SigningContext): Promise<Rendered>;
  /** Where to ask a remote for this; the same relative path unless said. `remoteUrl` is the remote's configured URL. */
  upstream?(want: Want, remoteUrl?: string): UpstreamRequest;
  /** For upstreams that say in a listing of theirs where others are: that listing, and the address by it. Goes before `upstream`. */
  discovery?: { want(want: Want): Want | undefined; address(want: Want, model: Model): string | undefined };
  /** Where the remote keeps a file, from its listing's model; undefined: not in it. */
  fileSource?(want: Want, model: Model): FileSource | undefined;
  /** For wants with `newest` that nobody has as they are: the path that is meant at present. */
  newestPath?(want: Want, model: Model): string | undefined;
  /** Versions can be left out of its listings; absent: only the download of one can be refused. */
  readonly offers?: OfferRules<Model>;
  /** Listings that cover more than a package. */
  indexed?: IndexedListing;
  /** What says of which distribution a package is; absent where packages are of none, or where nothing says so. */
  readonly origin?: DistributionOrigin;
  aux?(want: Want, context: AuxContext<Model>): Promise<Rendered | undefined>;
  /** Negative when a is older than b, by the ecosystem's own rules. */
  compareVersions(a: string, b: string): number;
  setup(context: SetupContext): readonly Snippet[];
  /** For formats whose card names an ecosystem or distributions with advisories. */
  readonly advisories?: AdvisoryRules;
  /** Packages to show, for a platform that is filled to be looked at. */
  readonly demo?: (() => Promise<FormatDemo>) | undefined;
  /** Files by which libraries of its ecosystem are found. Installed ones count wherever they are, lock files only in the archive that they are about. */
  readonly evidence?: readonly LibraryEvidence[];
  /** Lock files that only mean something where software is written, by their plain names: in a repository of source code. */
  readonly locks?: readonly LibraryEvidence[];
  /** What compiled programs of its ecosystem say of themselves. */
  readonly programs?: readonly ProgramEvidence[];
  /** For formats of distributions: where in an image stands what is installed. */
  readonly installed?: readonly InstalledDatabase[];
  /** Where in a package stands the archive that is unpacked on installation; absent: the package is one itself. @throws AppError `invalid_package` */
  payload?(file: RangedBytes): Promise<Payload>;
  /** The one version that fits a requirement of its ecosystem, or that its clients take for it; undefined when there are several. */
  exactVersion?(requirement: string): string | undefined;
}
