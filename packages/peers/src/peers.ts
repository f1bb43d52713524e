import type { Copying, FederationLink } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Advisories } from './advisories.ts';
import type { BuildDirectory } from './builds.ts';
import type { Deployments } from './deployments.ts';
import type { AccessFederation } from './federation.ts';
import type { Gate } from './gate.ts';
import type { Health } from './health.ts';
import type { Insight } from './insight.ts';
import type { HeldLicence, Installation, Licence } from './installation.ts';
import type { MailServerOffer } from './mail-server.ts';
import type { Notices } from './notices.ts';
import type { PackageContents } from './package-contents.ts';
import type { FindPermissionHolders } from './permission-holders.ts';
import type { PlatformSettings } from './platform-settings.ts';
import type { ProjectDirectory } from './projects.ts';
import type { NamedProxies } from './proxies.ts';
import type { ReleaseBundleActions } from './release-bundle-actions.ts';
import type { ReleaseBundleDirectory } from './release-bundle-directory.ts';
import type { ReleaseBundleGate } from './release-bundle-gate.ts';
import type { ReleaseBundleStorage } from './release-bundle-storage.ts';
import type { RepositoryDirectory } from './repositories.ts';
import type { RepositoryActions } from './repository-actions.ts';
import type { ScanDirectory } from './scans.ts';
import type { StorageUsage } from './storage-usage.ts';
import type { Trust } from './trust.ts';
import type { Judge } from './verdicts.ts';

/**
 * Services offer each other this. Each offer is absent where the service that makes it does not run, and until it has started:
 * whoever needs it asks at the moment of need.
 */
export interface Peers {
  /** Of the access service. */
  projects?: ProjectDirectory;
  /** Of the access service. */
  licence?: Licence;
  /** Of the access service: the installed licences that have names. */
  heldLicences?(): Promise<readonly HeldLicence[]>;
  /** Of the access service. */
  installation?: Installation;
  /** Of the access service. */
  platformSettings?: PlatformSettings;
  mailServer?: MailServerOffer;
  /** Of the access service. */
  permissionHolders?: FindPermissionHolders;
  /** Of the access service. */
  notices?: Notices;
  /** Of the access service: a user with all that they may do at this moment; undefined where nobody of this name may sign in. */
  actorNamed?(name: string): Promise<Actor | undefined>;
  /** Of the access service. */
  federation?: AccessFederation;
  /** Of the access service. */
  trust?: Trust;
  /** Of the access service: how many users there are. */
  countUsers?(): Promise<number>;
  /** Of the repositories service. */
  repositories?: RepositoryDirectory;
  /** Of the repositories service: the address that clients are told to use, where a web server in front has been named. */
  clientUrl?(): Promise<string | undefined>;
  /** Of the repositories service. */
  builds?: BuildDirectory;
  /** Of the repositories service. */
  contents?: PackageContents;
  /** Of the repositories service. */
  proxies?: NamedProxies;
  /** Of the repositories service. */
  releaseBundles?: ReleaseBundleStorage;
  /** Of the repositories service. */
  storageUsage?: StorageUsage;
  /** Of the scanning service. */
  scans?: ScanDirectory;
  /** Of the scanning service: the vulnerabilities in what is stored, each once, by severity. */
  countFindings?(): Promise<Readonly<Record<string, number>>>;
  /** Of the scanning service: violations that are active, by severity. */
  countViolations?(): Promise<Readonly<Record<string, number>>>;
  /** Of the scanning service: whether Git repositories can be scanned here. */
  gitScanning?(): Promise<boolean>;
  /** Of the events service: messages that wait to be sent. */
  countWaitingMessages?(): Promise<number>;
  /** Of the scanning service. */
  advisories?: Advisories;
  /** Of the scanning service. */
  gate?: Gate;
  /** Of the operations service. */
  health?: Health;
  /** Of the repositories service: what is replicated to and from other installations, and remote repositories of those. */
  repositoryCopying?(): Promise<readonly Copying[]>;
  /** Of the distribution service: targets of release bundles, and how their last runs went. */
  releaseBundleCopying?(): Promise<readonly Copying[]>;
  /** Of the distribution service: the files of a version of a release bundle that the actor may read; which of them the actor may read, the caller has to ask. */
  releaseBundleFiles?(
    actor: Actor,
    bundle: { name: string; version: string },
  ): Promise<{ createdAt: Date; files: readonly { repository: string; path: string; sha256: string }[] } | undefined>;
  /** Of the access service: the links by which users and what belongs to them reach other deployments, or come from there. */
  federationLinks?(): Promise<readonly FederationLink[]>;
  /** Of the mission control service. */
  deployments?: Deployments;
  /** Of the repositories service. */
  repositoryActions?: RepositoryActions;
  /** Of the distribution service. */
  releaseBundleDirectory?: ReleaseBundleDirectory;
  /** Of the distribution service. */
  releaseBundleActions?: ReleaseBundleActions;
  /** Of the distribution service: switches off all policies that clean up release bundles. */
  disableReleaseBundleCleanups?(doer: { actor: Actor; address: string }): Promise<void>;
  /** Of the scanning service. */
  judge?: Judge;
  /** Of the scanning service. */
  admitReleaseBundle?: ReleaseBundleGate;
  /** Of the insight service. */
  insight?: Insight;
}
