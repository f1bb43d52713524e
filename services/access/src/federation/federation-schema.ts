import type { SaidColumn } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';
import type { FederatedKind, Json } from './merge/register.ts';

type JsonColumn<T> = ColumnType<T, string, string>;
type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>;

export type FederatedType = 'USERS' | 'GROUPS' | 'PERMISSIONS' | 'TOKENS';
export type Phase = 'configuring' | 'snapshot' | 'live' | 'ending';

export type Copies = 'keep' | 'disable' | 'delete';

/** The other side would not take this. */
export interface Refusal {
  kind: FederatedKind;
  name: string;
  reason: 'name' | 'administrator' | 'type' | 'protected' | 'waits' | 'signature';
  /** The other side keeps it until it can be: it said so last. */
  kept?: true;
}

interface StateTable {
  one: Generated<boolean>;
  incarnation: string;
  number: number;
  position: number;
  stamp: string;
  /** Everything that there is was looked at once, and every change since. */
  enrolled: Generated<boolean>;
}

interface DirtyTable {
  id: Generated<number>;
  kind: FederatedKind;
  uid: string;
}

interface RegisterTable {
  kind: FederatedKind;
  uid: string;
  register: string;
  value: JsonColumn<Json>;
  stamp: string;
  origin: string;
  number: number;
  replaced: string;
  signature: string;
  position: number;
}

/** How many entries were compared last, and how many of them had to be brought to the same. */
export interface Comparison {
  entries: number;
  healed: number;
}

export interface LinkTable extends SaidColumn {
  id: string;
  federation: string;
  peer: string;
  peer_name: string;
  direction: 'in' | 'out';
  mode: 'star' | 'mesh';
  types: FederatedType[];
  include: string[];
  exclude: string[];
  adopt: boolean;
  adopt_administrators: boolean;
  forward: boolean;
  /** Passwords go over it, as the hashes that they are kept as. */
  passwords: Generated<boolean>;
  phase: Generated<Phase>;
  /** Counts snapshots: what a snapshot did not name goes. */
  generation: Generated<number>;
  cursor: Generated<string>;
  fence: Generated<number>;
  position: Generated<number>;
  refused: ColumnType<Refusal[], string | undefined, string>;
  /** So many more than these are not kept here. */
  refused_more: Generated<number>;
  /** What becomes of copies when the link ends, or shares some kinds no more. */
  copies: Copies | null;
  failures: Generated<number>;
  next_at: Generated<Date>;
  lease_until: Moment;
  error: string | null;
  /** The first of the tries that failed since the last good one. */
  failing_since: Moment;
  lag_ms: number | null;
  last_at: Moment;
  /** It was not heard for longer than deletions are remembered, and has not yet heard of everything again. */
  silent_since: Moment;
  /** This deployment was restored from a backup, and has not yet asked there for what it lost. */
  own_missing: Generated<boolean>;
  compare_at: Generated<Date>;
  compared_at: Moment;
  compared: ColumnType<Comparison | null, string | null | undefined, string>;
  created_at: Generated<Date>;
}

interface ConflictTable {
  id: Generated<number>;
  at: Generated<Date>;
  kind: FederatedKind;
  uid: string;
  name: string;
  register: string;
  kept: JsonColumn<Json>;
  lost: JsonColumn<Json>;
  kept_origin: string;
  lost_origin: string;
  restored_by: string | null;
}

export interface FederationTables {
  federation_state: StateTable;
  federation_dirty: DirtyTable;
  federation_register: RegisterTable;
  /** `mark` is of what was written under the number `marked`. */
  federation_seen: { origin: string; number: number; marked: number | null; mark: string | null };
  federation_written: { incarnation: string; number: number; mark: string; at: Generated<Date> };
  federation_link: LinkTable;
  federation_copy: { kind: FederatedKind; uid: string; link: string; generation: number };
  federation_conflict: ConflictTable;
  federation_parked: {
    kind: FederatedKind;
    uid: string;
    reason: Refusal['reason'];
    name: string;
    waits_for: string[];
    link: string | null;
    /** Came as an administrator, though that was not let through. */
    administrator: Generated<boolean>;
    at: Generated<Date>;
  };
  /** Came over a link as an administrator, though that was not let through. */
  federation_administrator: { kind: FederatedKind; uid: string; link: string };
  federation_alias: { kind: FederatedKind; old: string; new: string };
  federation_disabled_here: { uid: string };
  federation_issuer: { kid: string; deployment: string; key: JsonColumn<Json> };
}
