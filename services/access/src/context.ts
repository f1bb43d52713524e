import type { ManagedBy } from '@packhouse/contract/access/managed-by.ts';
import type { Peer } from '@packhouse/kernel/access/signed-call.ts';
import type { AuditEntry, Platform } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Account, Accounts } from './account/accounts.ts';
import type { RememberedGeneral } from './general/remembered-general.ts';
import type { Passwords } from './password/password.ts';
import type { AccessSchema } from './schema.ts';
import type { Settings } from './setting/settings.ts';
import type { SigningKeys } from './token/signing-keys.ts';
import type { GoodToken, TokenStates } from './token/token-states.ts';
import type { DeploymentKeys } from './trust/deployment-keys.ts';

/** Outside directories that prove passwords: LDAP servers and Crowd. */
export interface Directories {
  /** The user behind name and password, whom a directory vouches for; it is found, linked or created as the directory's settings say. */
  prove(name: string, password: string, address: string): Promise<Account | undefined>;
  /** Changes when settings of directories may have changed. */
  settings(): string;
  forget(): void;
}

export interface PasswordCheck {
  /** The account when name and password fit. Counts attempts and refuses with `too_many_requests`. */
  check(name: string, password: string, address: string): Promise<Account | undefined>;
}

/** What other deployments have to do with users and tokens here. */
export interface Federation {
  /** @throws AppError when another deployment alone may change this */
  requireOwn(transaction: Transaction<AccessSchema>, change: Omit<AuditEntry, 'actor' | 'address'>): Promise<void>;
  /** The token of another deployment, when its row has come here and is good. */
  findToken(secret: string): Promise<GoodToken | undefined>;
  /** A deployment has called, or answered: what waits for it waits no longer. */
  endPausesOf(peer: Pick<Peer, 'id' | 'purposes'>): Promise<void>;
  /** Within a change of what two deployments are to each other: what was refused before that is tried again at once. */
  tryAgain(transaction: Transaction<AccessSchema>, peer: string): Promise<void>;
  /** Within the end of trust in a deployment: nobody is left to tell of links that end. */
  dropEnding(transaction: Transaction<AccessSchema>, peer: string): Promise<void>;
  /** Within forgetting a deployment: what it brought stays as this one's own, and its links go. */
  dropLinksOf(transaction: Transaction<AccessSchema>, peer: string): Promise<void>;
  /** After links have gone: where none is left, nothing is noted any more. */
  unenrol(): Promise<void>;
  /** Says of each of these who alone may change it, where that is another deployment. */
  withManagers<T extends { name: string }>(kind: 'user' | 'group' | 'permission', items: readonly T[]): Promise<(T & { managedBy?: ManagedBy })[]>;
}

/** Every part of the service works with this. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<AccessSchema>;
  platform: Platform;
  /** The other services offer this. */
  peers: Readonly<Peers>;
  log: Logger;
  /** The name by which tokens call this deployment. */
  deployment: string;
  /** Users with their grants, remembered until something about them changes. */
  accounts: Accounts;
  /** Access tokens that were looked up, remembered until one is revoked. */
  tokens: TokenStates;
  passwords: Passwords;
  passwordCheck: PasswordCheck;
  directories: Directories;
  keys: SigningKeys;
  /** This deployment signs with these what it says to others. */
  deploymentKeys: DeploymentKeys;
  federation: Federation;
  settings: Settings;
  /** Name, address and looks of the installation. */
  general: RememberedGeneral;
}
