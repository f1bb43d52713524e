import type { LicenceType } from '@packhouse/contract/access/licence-types.ts';
import type { FormatId, RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import type { Severity } from '@packhouse/contract/scanning/scan-states.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Actor, Grant } from './access/authorisation.ts';
import type { Secrets } from './access/secrets.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { Config } from './config.ts';
import type { AnyTransaction } from './database/database.ts';
import type { Outbox } from './events/outbox.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { ReleaseBundleStorage } from './release-bundle-storage.ts';

/** What the access service offers the others: who is asking, and the records that follow from it. */
export interface Identity {
  /**
   * Who makes this request: session cookie, Basic (password, access token or API key as password), Bearer, `X-JFrog-Art-Api`, or a raw token in Authorization.
   * Nobody named: the anonymous actor. Named but wrong: rejects with `bad_credentials`.
   */
  actorOf(request: FastifyRequest): Promise<Actor>;
  /** Checks a user name with a password or token; undefined when they do not fit. Rate limits apply. */
  actorByCredentials(user: string, secret: string, address: string): Promise<Actor | undefined>;
  /** What a signed token says, or undefined when it is not ours, expired or revoked. */
  actorByToken(token: string): Promise<Actor | undefined>;
  /** Signs a short-lived token that stands for this actor, narrowed to `scope` (container clients get theirs so). */
  issueShortToken(actor: Actor, scope: readonly Grant[] | undefined, seconds: number): Promise<string>;
  /** Makes an access token that its owner can see and revoke (npm login, quick start). */
  issueAccessToken(actor: Actor, options: { description: string; expiresIn?: number }): Promise<{ token: string; referenceToken: string }>;
  /** Ends an access token that somebody holds (npm logout); false when it is none that its holder can end. */
  endAccessToken(token: string, address: string): Promise<boolean>;
  /** Anonymous visitors may look around. */
  anonymousAllowed(): Promise<boolean>;
  /** Writes an audit entry; in the caller's words, without secrets. With the transaction of what it tells of, either both are there or neither. */
  audit(entry: AuditEntry, transaction?: AnyTransaction): Promise<void>;
}

export interface AuditEntry {
  actor: string;
  address: string;
  /** Verb in the past tense with its object's type: `repository.created`. */
  action: string;
  subject: string;
  before?: unknown;
  after?: unknown;
}

/** A repository as other services see it. */
export interface DirectoryEntry {
  key: string;
  class: RepositoryClass;
  format: FormatId;
  projectKey?: string | undefined;
  environments?: readonly string[];
}

/** What the access service tells the others about projects. */
export interface ProjectDirectory {
  /** Whether there is such a project, which environments its repositories can be in, and how many bytes they may hold together. */
  find(key: string): Promise<{ environments: readonly string[]; quota?: { bytes: number; onlyWarns: boolean } } | undefined>;
  /** Environments of repositories that belong to no project. */
  globalEnvironments(): Promise<readonly string[]>;
}

/** What the repositories service offers the others. */
export interface RepositoryDirectory {
  list(): Promise<readonly DirectoryEntry[]>;
  /** What is remembered of a repository; undefined also when it has not been read yet. */
  peek(key: string): DirectoryEntry | undefined;
  /** Puts a repository into a project (or none) and into environments. @throws AppError `repository_not_found` */
  place(key: string, place: { projectKey: string | undefined; environments: readonly string[] }, by: { actor: string; address: string }): Promise<void>;
  /** Gives an environment another name wherever repositories are in it. */
  renameEnvironment(from: string, to: string): Promise<void>;
  /** Formats that repositories can have. */
  readonly formats: readonly FormatId[];
}

/** What administrators call the installation and how it looks. */
export interface InstallationFace {
  /** Empty where none was given. */
  serverName: string;
  /** A picture elsewhere, for browsers to show; empty where there is none. */
  logoUrl: string;
  footerMessage: string;
  /** A logo was uploaded; it goes before `logoUrl`. */
  hasLogo: boolean;
}

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

/** What the repositories service tells the others about the packages it holds; who may see them, the caller has to ask. */
export interface PackageContents {
  /** Those of these paths of a repository that stand for a version. */
  leads(repository: string, paths: readonly string[]): Promise<readonly LeadFile[]>;
  /** Every such file of all repositories, page by page, in the order of their ids. */
  leadsAfter(id: number, limit: number): Promise<readonly LeadFile[]>;
}

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
}

/** A version of a package in one repository. */
export interface VersionPlace {
  repository: string;
  package: string;
  version: string;
}

/** What the scanning service tells the others. */
export interface ScanDirectory {
  /** Findings of those of these versions that were scanned, in the order asked; undefined for the others. Who may see them, the caller has to ask. */
  counts(places: readonly VersionPlace[]): Promise<readonly (FindingCounts | undefined)[]>;
  /**
   * The files (`repository`, `path`) that stand for versions with an active finding of one of these severities (in any case of letters): a query, to be
   * put into one of the caller's own, which decides who may see them.
   */
  filesWith(severities: readonly string[]): Promise<RawBuilder<unknown>>;
  /** Worst severity of the active findings of those of these files that have any. Who may see them, the caller has to ask. */
  alerts(repository: string, paths: readonly string[]): Promise<ReadonlyMap<string, Severity>>;
  /** How many versions there are, and how many of them were scanned. */
  progress(): Promise<{ scanned: number; total: number }>;
}

/** Everything a service is given. No container, no globals: arguments. */
export interface Platform {
  /** As configured; its `baseUrl` is `customBaseUrl` where the configuration has none. */
  readonly config: Config;
  /** Address chosen in the console. Set by the access service, at its start and with every change. */
  customBaseUrl?: string | undefined;
  /** URL of the database, embedded or not. */
  readonly databaseUrl: string;
  readonly version: string;
  readonly blobs: BlobStore;
  readonly outbox: Outbox;
  readonly jobs: Jobs;
  readonly outgoing: Outgoing;
  readonly secrets: Secrets;
  readonly metrics: Registry;
  /** Set by the access service when it starts; services start in order, access first. */
  identity: Identity;
  repositories?: RepositoryDirectory;
  /** Address that clients are told to use, where a web server in front has been named; set by the repositories service. */
  clientUrl?: () => Promise<string | undefined>;
  projects?: ProjectDirectory;
  contents?: PackageContents;
  /** Set by the repositories service. */
  bundles?: ReleaseBundleStorage;
  scans?: ScanDirectory;
  /** Which licence holds at this moment; set by the access service. */
  licence?: { current(): Promise<LicenceType> };
  /** Set by the access service. */
  installation?: { face(): Promise<InstallationFace> };
  /** A logger whose lines go to this service's own rotating file. */
  logger(service: string): Logger;
  /** Tells the person who starts the platform something, once, on the terminal (the first password, for one). Never logged. */
  announce(text: string): void;
}

/** A running service: how to stop it. Stopping waits for the work under way. */
export interface RunningService {
  stop(): Promise<void>;
}

export interface Service {
  /** Our name, and the name of its PostgreSQL schema. */
  readonly name: string;
  /** Its name on the wire and in logs (`artifactory`, `access` …). */
  readonly wireName: string;
  readonly migrations: Record<string, Migration>;
  /** Registers routes and jobs; called once a process. */
  start(app: FastifyInstance, platform: Platform): Promise<RunningService>;
}

/** Gives a service its type; the whole service is readable in its `service.ts`. */
export function defineService(service: Service): Service {
  return service;
}
