import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';

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

/** An exception that somebody asked for: from a policy, or from a rule of the firewall. */
export interface NotedException {
  /** A vulnerability, a licence, a package: what is to be let by. */
  what: string;
  /** The file it is in, or the rule that holds it back. */
  where: string;
  askedBy: string;
  /** Why it is asked for; once it is decided, why it was decided so. */
  reason: string;
  /** Who decided about it, or ended it; empty while nobody did, and where its time was over. */
  by: string;
  /** ISO 8601; null: without end. */
  until: string | null;
}

/** What happened to exceptions: they wait for somebody to decide, were decided, end soon, or have ended. */
export type ExceptionNews = 'asked' | 'approved' | 'refused' | 'ending' | 'ended';

export interface ExceptionLetter {
  news: ExceptionNews;
  from: 'policies' | 'firewall';
  exceptions: readonly NotedException[];
  /** So many beside those. */
  more: number;
}

/** The access service tells people what happens, by mail. */
export interface Notices {
  /** Whether the platform sends mail. */
  isOn(): Promise<boolean>;
  /** The address of a user for mails about what they did; undefined where nobody of this name may sign in, or they have none. */
  addressOf(user: string): Promise<string | undefined>;
  /** Addresses of those who administer the platform. */
  administratorAddresses(): Promise<readonly string[]>;
  /** Users with an address who may decide about exceptions somewhere; about which of them, the caller has to ask. Nobody while mail is off. */
  deciders(): Promise<readonly Actor[]>;
  /** Has a user mailed about exceptions, together with what a transaction writes; nothing is sent while mail is off, nor to who may not sign in or has no address. */
  queueExceptions(user: string, letter: ExceptionLetter, transaction: AnyTransaction): Promise<void>;
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
