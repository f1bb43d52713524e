import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { PolicyRule } from '@packhouse/contract/scanning/policy-routes.ts';
import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import type { WatchResource } from '@packhouse/contract/scanning/watch-routes.ts';
import type { ColumnType, Generated } from 'kysely';
import type { AssemblyKind } from './assembly-tables.ts';

// What people ask of packages, and where it is broken.

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string | null | undefined, string | null>;

/** Conditions with what follows when they are met. */
export interface PolicyTable {
  id: Generated<number>;
  name: string;
  type: PolicyType;
  /** It can be used by watches of this project only. */
  project: string | null;
  description: string;
  rules: Json<PolicyRule[]>;
  revision: Generated<number>;
  author: string;
  created_at: Timestamp;
  modified_at: Timestamp;
}

/** Each row is what the rules of a policy once were. */
export interface PolicyRevisionTable {
  policy_id: number;
  revision: number;
  rules: Json<PolicyRule[]>;
  author: string;
  at: Timestamp;
}

/** Has policies judge some resources. */
export interface WatchTable {
  id: Generated<number>;
  name: string;
  /** It reaches only repositories of this project. */
  project: string | null;
  description: string;
  active: boolean;
  resources: Json<WatchResource[]>;
  /** Mail addresses. */
  recipients: string[];
  /** When somebody was last told of new violations. */
  told_at: Date | null;
  revision: Generated<number>;
  author: string;
  created_at: Timestamp;
  modified_at: Timestamp;
}

export interface WatchPolicyTable {
  watch_id: number;
  policy_id: number;
}

/** A version broke a rule. Its row stays when it does so no more, and is the same when it does so again. */
export interface ViolationTable {
  id: Generated<number>;
  watch_id: number;
  policy_id: number;
  rule: string;
  kind: PolicyType;
  target_id: number;
  /** What broke it: canonical id of a vulnerability, a licence, or a level of risk. */
  subject: string;
  /** Place in the list of severities, from 1. */
  severity: number;
  repository: string;
  path: string;
  /** Of a build or a release bundle: its kind. */
  format: FormatId | AssemblyKind;
  package: string;
  version: string;
  components: number[];
  fixed_versions: string[];
  fails_build: boolean;
  opened_at: Timestamp;
  state: 'active' | 'ignored' | 'closed';
  /** Why it is closed. */
  reason: 'fixed' | 'withdrawn' | 'policy changed' | 'target gone' | null;
  changed_at: Timestamp;
  /** Id of the rule that ignores it, and how long. */
  ignored_by: number | null;
  ignored_until: Date | null;
  /** Since when it keeps a file from being downloaded; kept by the database, from its blocks. */
  blocks_from: Date | null;
}

/** A violation is new, or there again, and its watch has told nobody yet. Such a row may be about one that is ignored or closed meanwhile: that is told when it is active again. */
export interface UntoldTable {
  violation_id: number;
  watch_id: number;
}

/** Each row is something that happened to a violation. */
export interface ViolationEventTable {
  id: Generated<number>;
  violation_id: number;
  what: 'opened' | 'ignored' | 'returned' | 'closed';
  /** Why it opened or closed; null where nobody knows. */
  reason: string | null;
  /** The ignore rule by which it was ignored, or that hides it no more. */
  rule_id: number | null;
  at: Timestamp;
}

/** Content that a repository does not give out, for a violation, from a moment on. */
export interface BlockTable {
  repository: string;
  sha256: string;
  violation_id: number;
  from_at: Date;
}

/** What the database notes where it has versions judged again, since no moment tells it. */
export type NotedCause = 'licence changed' | 'risk changed' | 'properties changed' | 'repository changed';

/** Versions, builds and release bundles that policies have to judge anew. */
export interface EvaluationDueTable {
  target_id: number;
  mark: Generated<number>;
  /** Since when it waits. */
  at: Timestamp;
  /** What it consists of now was never judged since it was read: nobody knows yet what blocks it. Kept by the database. */
  unjudged: Generated<boolean>;
  /** What changed since, as far as no moment tells it. Kept by the database. */
  causes: Generated<NotedCause[]>;
}
