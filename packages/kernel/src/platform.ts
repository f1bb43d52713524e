import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Actor, Grant, PlacedRepository } from './access/authorisation.ts';
import type { Secrets } from './access/secrets.ts';
import type { Peer, SignedCall } from './access/signed-call.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { Config } from './config.ts';
import type { SchemaStep } from './database/beside-older.ts';
import type { AnyTransaction } from './database/database.ts';
import type { Followers } from './events/followers.ts';
import type { Outbox } from './events/outbox.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { Pumps } from './pump/pump.ts';

/** A user's own account and access tokens, for clients that show them without the console. */
export interface OwnAccount {
  /** Undefined where the actor is no user that is kept here. */
  profile(actor: Actor): Promise<{ name: string; email: string; hasSecondFactor: boolean } | undefined>;
  /** The tokens of the actor alone, the newest first; times as ISO 8601. */
  tokens(actor: Actor): Promise<readonly { id: string; description: string; issuedAt: string; expiresAt: string | null }[]>;
  /** @throws AppError `token_not_found` for what is no token of the actor's */
  revokeToken(actor: Actor, id: string, address: string): Promise<void>;
}

/** Who is asking, and the records that follow from it. */
export interface Identity {
  /**
   * Who makes this request: session cookie, Basic (password, access token or API key as password), Bearer, `X-JFrog-Art-Api`, or a raw token in Authorization.
   * Nobody named: the anonymous actor. Named but wrong: rejects with `bad_credentials`.
   */
  actorOf(request: FastifyRequest): Promise<Actor>;
  /** Which trusted deployment makes a signed call, once for each signature. @throws AppError `unauthenticated` where it is none */
  peerOf(call: SignedCall): Promise<Peer>;
  /** Checks a user name with a password or token; undefined when they do not fit. Rate limits apply. */
  actorByCredentials(user: string, secret: string, address: string): Promise<Actor | undefined>;
  /** Gives what a signed token says, or undefined when it is not ours, expired or revoked. */
  actorByToken(token: string): Promise<Actor | undefined>;
  /** What a user may do at this moment, for work that goes on in their name while nobody asks; undefined where the user is gone or may not sign in. `account` stays the same as long as it is the same user. */
  actorOfUser(name: string): Promise<{ actor: Actor; account: string } | undefined>;
  /** Signs a short-lived token that stands for this actor, narrowed to `scope` (container clients get theirs so). */
  issueShortToken(actor: Actor, scope: readonly Grant[] | undefined, seconds: number): Promise<string>;
  /** Makes an access token that its owner can see and revoke (npm login, quick start). */
  issueAccessToken(actor: Actor, options: { description: string; expiresIn?: number }): Promise<{ token: string; referenceToken: string }>;
  /** Ends an access token that somebody holds (npm logout); false when it is none that its holder can end. */
  endAccessToken(token: string, address: string): Promise<boolean>;
  /** What somebody may know of their own account. */
  readonly ownAccount: OwnAccount;
  /** Clients are asked for a password under this name. */
  basicRealm(): string;
  /** Anonymous visitors may look around: with clients unless said, or in the console, which can be closed to them alone. */
  anonymousAllowed(where?: 'console'): Promise<boolean>;
  /** Writes an audit entry; in the caller's words, without secrets. With the transaction of what it tells of, either both are there or neither. */
  audit(entry: AuditEntry, transaction?: AnyTransaction): Promise<void>;
}

export interface AuditEntry {
  actor: string;
  address: string;
  /** Verb in the past tense with its object's type: `repository.created`. */
  action: string;
  subject: string;
  /** What people call the subject, where that is only a number or an id. */
  name?: string;
  before?: unknown;
  after?: unknown;
}

/** Everything a service is given. No container, no globals: arguments. */
export interface Platform {
  /** As configured; its `baseUrl` is `customBaseUrl` where the configuration has none. */
  readonly config: Config;
  /** Address chosen in the console, at this moment. */
  readonly customBaseUrl?: string | undefined;
  /** URL of the database, embedded or not. */
  readonly databaseUrl: string;
  readonly version: string;
  readonly blobs: BlobStore;
  readonly outbox: Outbox;
  readonly followers: Followers;
  readonly jobs: Jobs;
  readonly pumps: Pumps;
  readonly outgoing: Outgoing;
  readonly secrets: Secrets;
  readonly metrics: Registry;
  /** Who is asking, as the service that offers it says. */
  readonly identity: Identity;
  /** A logger whose lines go to this service's own rotating file. */
  logger(service: string): Logger;
  /** Tells the person who starts the platform something, once, on the terminal (the first password, for one). Never logged. */
  announce(text: string): void;
}

/** The kernel itself needs to be told these; each by the one service that offers it. */
export interface KernelOffers {
  identity?: Identity;
  /** Address chosen in the console. */
  customBaseUrl?(): string | undefined;
  /** Gives what is remembered of the repository with this key, for judging who may learn of what happens in it. */
  placeOf?(key: string): PlacedRepository | undefined;
}

/** A service offers this: to the others, and to the kernel. */
export type ServiceOffers<Peers extends object> = Partial<Peers> & KernelOffers;

/** A running service: what it offers, and how to stop it. Stopping waits for the work under way. */
export interface RunningService<Peers extends object = object> {
  offers?: ServiceOffers<Peers>;
  stop(): Promise<void>;
}

export interface Service<Peers extends object = object> {
  /** Our name, and the name of its PostgreSQL schema. */
  readonly name: string;
  /** Its name on the wire and in logs. */
  readonly wireName: string;
  readonly migrations: Record<string, SchemaStep>;
  /** Registers routes and jobs; called once a process. `peers` fills with what services offer as they start, so it is looked into when something is needed. */
  start(app: FastifyInstance, platform: Platform, peers: Readonly<Peers>): Promise<RunningService<Peers>>;
}

/** Gives a service its type; the whole service is readable in its `service.ts`. */
export function defineService<Peers extends object>(service: Service<Peers>): Service<Peers> {
  return service;
}
