import type { VendorCode } from '@packhouse/contract/scanning/git-vendors.ts';
import type { Severity } from '@packhouse/contract/severities.ts';

/** Who a token belongs to. */
export interface Account {
  name: string;
}

/** A page of a list; without a cursor it is the last one. */
export interface Page<Item> {
  items: Item[];
  cursor?: string;
}

/** A repository as its vendor tells of it. */
export interface RemoteRepository {
  /** Stays when the repository is renamed. */
  vendorId: string;
  /** With the group or the workspace before it, as it stands in addresses. */
  fullName: string;
  cloneUrl: string;
  /** Undefined while the repository is empty. */
  defaultBranch: string | undefined;
  isPrivate: boolean;
}

/** What calls about one repository need of it. */
export type RepositoryRef = Pick<RemoteRepository, 'vendorId' | 'fullName'>;

/** A pull request as it stands now. */
export interface PullRequest {
  number: number;
  title: string;
  state: 'open' | 'merged' | 'closed';
  /** Its page for people; undefined where the vendor names none that a browser may be led to. */
  url: string | undefined;
  /** Commit that it asks for, and the ref in the repository itself under which it can be fetched. */
  head: string;
  headRef: string;
  /** Commit that both sides have in common; what is not in it is new. */
  base: string;
}

export interface CommitState {
  state: 'pending' | 'success' | 'failure' | 'error';
  description: string;
  /** Where people read more. */
  url: string;
}

/** What a vendor shows beside a commit, each finding at its line. */
export interface CommitReport {
  title: string;
  details: string;
  /** No rule that fails commits is broken. */
  isGood: boolean;
  /** Where people read more. */
  url: string;
  findings: readonly { summary: string; severity: Severity; path: string; line: number | null }[];
}

/** Requests that a vendor still allows, as it said last. */
export interface Quota {
  limit: number;
  remaining: number;
  resetsAt: Date;
}

/** A message of a vendor that proves where it comes from. */
export interface Delivery {
  id: string;
  event: string;
  body: unknown;
}

/** Something may have happened in a repository: a hint to look, never a statement of how it is now. */
export interface GitEvent {
  vendorId: string;
  /** Commits came; a pull request was opened or changed; the repository itself was renamed, hidden or deleted. */
  kind: 'push' | 'pull request' | 'repository';
  pullRequest?: number;
}

export type IncomingHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** How a vendor's messages prove where they come from, and what they tell. */
export interface VendorHooks {
  /** Undefined for what does not prove that it was made with the secret. */
  verify(headers: IncomingHeaders, raw: Buffer, secret: string): Delivery | undefined;
  read(delivery: Delivery): GitEvent[];
}

/**
 * A vendor of source control, asked with one token. Whatever goes wrong there is an AppError in words, with the vendor's own ones as its detail.
 * Redirects are not followed, since the token is for that very server.
 */
export interface Vendor {
  readonly code: VendorCode;
  /** Who the token belongs to; fails where it does not suffice. */
  check(): Promise<Account>;
  repositories(cursor?: string): Promise<Page<RemoteRepository>>;
  /** Makes the hook with this address, or mends it; answers its id. */
  ensureHook(repository: RepositoryRef, url: string, secret: string): Promise<string>;
  /** A hook that is gone already counts as removed. */
  removeHook(repository: RepositoryRef, id: string): Promise<void>;
  pullRequest(repository: RepositoryRef, number: number): Promise<PullRequest>;
  setStatus(repository: RepositoryRef, sha: string, state: CommitState): Promise<void>;
  /** Replaces our report on a commit, for vendors that show any. */
  report?(repository: RepositoryRef, sha: string, report: CommitReport): Promise<void>;
  /** Edits the one comment with this marker, or makes it anew where it is gone. The marker is hidden in the text. */
  comment(repository: RepositoryRef, pullRequest: number, marker: string, text: string): Promise<void>;
  /** Header that lets `git` read, as `Name: value`. */
  gitHeader(): string;
  /** As the last answer said; undefined where the vendor says nothing. */
  quota(): Quota | undefined;
}

/** By what a vendor is asked. */
export interface VendorAccess {
  code: VendorCode;
  url: string;
  userName: string;
  token: string;
}
