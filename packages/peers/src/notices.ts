import type { Actor } from '@packhouse/kernel/access/authorisation.ts';

/** Somebody deployed or deleted something that others watch. */
export interface NotedChange {
  repository: string;
  path: string;
  removed: boolean;
  by: string;
}

/** A violation of a policy that is new. */
export interface NotedViolation {
  id: string;
  severity: string;
  type: string;
  /** What broke the rule: a vulnerability, a licence, a level of risk. */
  subject: string;
  policy: string;
  rule: string;
  fixedVersions: readonly string[];
  repository: string;
  path: string;
  package: string;
  version: string;
}

/** A report that was made, or could not be. */
export interface NotedReport {
  id: number;
  name: string;
  rows: number;
  /** Why it could not be made. */
  failure?: string;
}

/** A bucket whose licences end soon. */
export interface NotedBucket {
  id: string;
  name: string;
  type: string;
  customer: string;
  /** ISO 8601. */
  ends: string;
}

/** The access service tells people what happens, by mail. */
export interface Notices {
  /** Whether the platform sends mail. */
  isOn(): Promise<boolean>;
  /** The address of a user for mails about what they did; undefined where nobody of this name may sign in, or they have none. */
  addressOf(user: string): Promise<string | undefined>;
  /** Addresses of those who administer the platform. */
  administratorAddresses(): Promise<readonly string[]>;
  /** Mails an administrator which licence buckets end soon; nothing is sent while mail is off. */
  mailBuckets(to: string, buckets: readonly NotedBucket[]): Promise<void>;
  /**
   * Mails a user what changed. `tell` picks what may be said by what the user may do at this moment; nothing is sent when that is nothing, or when
   * there is no such user with an address any more.
   */
  mailChanges(user: string, letter: { language: string; tell(actor: Actor): readonly NotedChange[]; more: number }): Promise<void>;
  /** Mails an address that a report names that it is made, or why it could not be; nothing is sent while mail is off. */
  mailReport(to: string, letter: NotedReport): Promise<void>;
  /** Mails an address that those who keep a watch or its policies named, or that of a deployer, about violations that are new; nothing is sent while mail is off. */
  mailViolations(to: string, letter: { watch: string; violations: readonly NotedViolation[]; more: number }): Promise<void>;
}
