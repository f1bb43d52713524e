import type { FirewallCondition } from '@packhouse/contract/repositories/firewall-routes.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { ColumnType, Generated } from 'kysely';

export interface FirewallRuleTable {
  id: Generated<number>;
  name: string;
  mode: 'off' | 'observe' | 'enforce';
  /** Patterns of keys of remote repositories. */
  repositories: string[];
  /** Patterns of names of packages that it leaves alone. */
  except_packages: string[];
  condition: ColumnType<FirewallCondition, string, string>;
  unknown: 'allow' | 'refuse';
  author: string;
  modified_at: Generated<Date>;
}

export interface FirewallExceptionTable {
  id: Generated<number>;
  rule_id: number;
  format: FormatId;
  package: string;
  /** Empty: all of them. */
  version: string;
  reason: string;
  state: Generated<'asked' | 'approved' | 'refused' | 'ended'>;
  asked_by: string;
  asked_at: Generated<Date>;
  decided_by: Generated<string>;
  decided_at: Date | null;
  note: Generated<string>;
  until_at: Date | null;
}

/** What a rule refused in a month, or would have refused, to somebody. */
export interface FirewallRecordTable {
  id: Generated<number>;
  month: ColumnType<Date, string, string>;
  rule_id: number;
  rule: string;
  repository: string;
  package: string;
  version: string;
  /** Empty for visitors. */
  actor: string;
  outcome: 'observed' | 'refused';
  /** It was asked for by itself, or left out of a listing; then the version is the newest of those that were. */
  place: Generated<'download' | 'listing'>;
  /** How many versions were left out at once, at the most. */
  versions: Generated<number>;
  count: number;
  first_at: Date;
  last_at: Date;
}

/** When a version of an upstream was published, asked of the upstream at an address. */
export interface VersionTimeTable {
  repository_id: number;
  url: string;
  package: string;
  version: string;
  /** Null where it does not say. */
  published_at: Date | null;
  asked_at: Generated<Date>;
}

/** Tables of the firewall. */
export interface FirewallTables {
  firewall_rule: FirewallRuleTable;
  firewall_exception: FirewallExceptionTable;
  firewall_record: FirewallRecordTable;
  version_time: VersionTimeTable;
}
