import type { VendorCode } from '@packhouse/contract/scanning/git-vendors.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string | null | undefined, string | null>;

/** Each row is where the list of an integration's repositories is read: it goes on where it stopped. */
export interface GitListingTable extends SaidColumns {
  integration: string;
  /** The vendor's next page; null begins anew. */
  cursor: string | null;
  /** When this reading of the list began; what it does not name is gone at its end. */
  began_at: Date | null;
  listed_at: Date | null;
  next_at: Timestamp;
  lease_until: Date | null;
}

/** A repository of source code at a vendor. `message` and `said` tell why the last look failed. */
export interface GitRepositoryTable extends SaidColumns {
  id: Generated<number>;
  integration: string;
  /** Stays when the repository is renamed. */
  vendor_id: string;
  full_name: string;
  clone_url: string;
  default_branch: string | null;
  private: boolean;
  /** It is scanned: chosen itself, or by the integration's choice. */
  selected: Generated<boolean>;
  picked: Generated<boolean>;
  /** Commit of the default branch when it was last looked at. */
  head: string | null;
  hook_id: string | null;
  last_hook_at: Date | null;
  looked_at: Date | null;
  next_look: Timestamp;
  lease_until: Date | null;
  /** Looks in a row that failed. */
  failures: Generated<number>;
  /** Pull requests that a hook told of. */
  pulls: Generated<number[]>;
  /** Somebody asked for it, or the night did: what is known of the head counts no more. */
  wanted: Generated<boolean>;
  /** The vendor does not list it any more. */
  gone_at: Date | null;
  seen_at: Timestamp;
}

/** A hook at a vendor whose integration was deleted; `message` and `said` tell why it is still there. */
export interface GitLeftHookTable extends SaidColumns {
  id: Generated<number>;
  /** Of the integration, as it was. */
  integration: string;
  name: string;
  vendor: VendorCode;
  url: string;
  user_name: string;
  /** The token, encrypted; null once nobody tries any more. */
  sealed: string | null;
  vendor_id: string;
  full_name: string;
  hook_id: string;
  left_at: Timestamp;
  attempts: Generated<number>;
  next_at: Timestamp;
  lease_until: Date | null;
  given_up: Generated<boolean>;
}

/** So many of them are kept of a scan. */
export const mostNewFindings = 500;

/** A finding that was not in the base. */
export interface NewFinding {
  advisory: string;
  severity: Severity;
  component: string;
  version: string;
  path: string;
  line: number | null;
  fixedVersions: string[];
}

/** A pull request as its vendor told of it last. */
export interface GitPullTable {
  repository: number;
  number: number;
  title: string;
  state: 'open' | 'merged' | 'closed';
  /** Its page at the vendor. */
  url: string | null;
  /** Under which its head is fetched: its scans bear it. */
  ref: string;
  head: string;
  base: string;
  seen_at: Timestamp;
}

/** What was found at one commit of a branch or a pull request. */
export interface GitScanTable extends SaidColumns {
  id: Generated<number>;
  repository: number;
  ref: string;
  kind: 'branch' | 'pull request' | 'base';
  pull_request: number | null;
  commit: string;
  /** What it is compared with: the branch's commit before it, or what both sides of a pull request have in common. */
  base: string | null;
  state: 'scanned' | 'scan failed';
  at: Timestamp;
  /** Lock files there are, and those that were read. */
  files: Generated<number>;
  files_read: Generated<number>;
  components: Generated<number>;
  new_findings: Json<NewFinding[]>;
  /** It is the newest one of its ref. */
  current: Generated<boolean>;
  /** What the vendor was told last; null while it was told nothing. */
  told: string | null;
  /** Its status at the vendor fails. */
  failing: Generated<boolean>;
}

/** A lock file of a commit. `message` and `said` tell why it was not read. */
export interface GitScanFileTable extends SaidColumns {
  scan: number;
  path: string;
  /** Name of its content in git. */
  oid: string;
  /** Its inventory, under the digest `git:<oid>`: nothing of this content is read twice. */
  subject_id: number | null;
}

/** Messages of vendors that were taken, for seven days: none of them counts twice. */
export interface GitDeliveryTable {
  integration: string;
  delivery: string;
  at: Timestamp;
}
