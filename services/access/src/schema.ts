import type { KeptAction, KeptDuty } from '@packhouse/contract/access/kept-rights.ts';
import type { UserCustomData } from '@packhouse/contract/shell/onboarding-user-routes.ts';
import type { Action, ResourceType } from '@packhouse/kernel/access/authorisation.ts';
import type { Db as KernelDb } from '@packhouse/kernel/database/database.ts';
import type { JWK } from 'jose';
import type { ColumnType, Generated } from 'kysely';
import type { ApplicationTables } from './application/application-schema.ts';
import type { ExternalTables } from './external/external-schema.ts';
import type { FederationTables } from './federation/federation-schema.ts';
import type { AccountFlowTables } from './password/account-flow-schema.ts';
import type { ProjectTables } from './project/project-schema.ts';
import type { TokenOrder } from './token/token-order.ts';
import type { TrustTables } from './trust/trust-schema.ts';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>;
type Json<T> = ColumnType<T, string, string>;

export interface UserTable {
  id: Generated<number>;
  /** The same at all deployments that share it. */
  uid: Generated<string>;
  name: string;
  email: Generated<string>;
  realm: Generated<string>;
  password_hash: string | null;
  password_changed_at: Moment;
  password_expired: Generated<boolean>;
  administrator: Generated<boolean>;
  enabled: Generated<boolean>;
  profile_updatable: Generated<boolean>;
  console_access: Generated<boolean>;
  password_enabled: Generated<boolean>;
  kept_rights: Generated<KeptDuty[]>;
  last_logged_in_at: Moment;
  created_at: Timestamp;
  /** Kept by the database: the last change of anything but the time of the last sign-in. */
  modified_at: Generated<Date>;
}

export interface GroupTable {
  id: Generated<number>;
  /** The same at all deployments that share it. */
  uid: Generated<string>;
  name: string;
  description: Generated<string>;
  realm: Generated<string>;
  realm_attributes: Generated<string>;
  external_id: Generated<string>;
  auto_join: Generated<boolean>;
  administrator: Generated<boolean>;
  kept_rights: Generated<KeptDuty[]>;
  created_at: Timestamp;
  /** Kept by the database; members come and go without it. */
  modified_at: Generated<Date>;
}

export interface MembershipTable {
  user_id: number;
  group_id: number;
}

export interface PermissionTable {
  id: Generated<number>;
  /** The same at all deployments that share it. */
  uid: Generated<string>;
  name: string;
  description: Generated<string>;
  created_at: Timestamp;
  modified_at: Timestamp;
}

/** A set of resources of one type inside a permission. */
export interface PermissionSectionTable {
  id: Generated<number>;
  permission_id: number;
  position: number;
  resource_type: ResourceType;
  names: string[];
  include: string[];
  exclude: string[];
}

/** Each row is what one user or one group may do with a section. */
export interface PermissionGrantTable {
  section_id: number;
  user_id: number | null;
  group_id: number | null;
  actions: Action[];
  kept_rights: Generated<KeptAction[]>;
}

export interface AccessTokenTable {
  id: string;
  uid: Generated<string>;
  /** Null when the subject is not a user of ours: a token for groups only. */
  user_id: number | null;
  subject: string;
  scope: string;
  audience: Generated<string>;
  description: Generated<string>;
  created_by: string;
  issued_at: Timestamp;
  expires_at: Moment;
  revoked_at: Moment;
  last_used_at: Moment;
  /** SHA-256 of the reference token; the tokens themselves are never stored. */
  reference_hash: string | null;
  refresh_hash: string | null;
  /** A user allowed an application this; the token ends with it. */
  grant_id: ColumnType<number | null, number | null | undefined, never>;
}

export interface ApiKeyTable {
  user_id: number;
  hash: string;
  /** Encrypted, because its owner may look at it again. */
  sealed: string;
  created_at: Timestamp;
}

export interface SessionTable {
  /** SHA-256 of what the cookie holds. */
  hash: string;
  user_id: number;
  remember: boolean;
  address: string;
  created_at: Timestamp;
  expires_at: Date;
}

export interface SigningKeyTable {
  id: string;
  public_key: Json<JWK>;
  sealed_private_key: string;
  created_at: Timestamp;
}

export interface SettingTable {
  name: string;
  value: Json<unknown>;
}

export interface LicenceTable {
  /** Its own name, or the sum of its text. */
  id: string;
  jws: string;
  installed_by: string;
  installed_at: Timestamp;
  /** So many days before its end administrators were told of it last. */
  warned_days: number | null;
}

/** Orders of mission controls that were heard of; one that was withdrawn installs nothing any more. */
export interface LicenceOrderTable {
  id: string;
  withdrawn: boolean;
  heard_at: Timestamp;
}

/** Failed sign-ins by user, by address, and by both together. */
export interface SignInFailureTable {
  key: string;
  failures: number;
  last_failed_at: Date;
  blocked_until: Date;
}

/** From where a user has proved a password lately; addresses as they are counted. */
export interface SignInPlaceTable {
  user_id: number;
  address: string;
  last_at: Timestamp;
}

/** A login that a command line has begun; the order is there once its user has agreed. */
export interface ClientLoginTable {
  session_hash: string;
  address: string;
  expires_at: Date;
  token_order: ColumnType<TokenOrder | null, string | null, string>;
}

/** Each row is what the console keeps for a user. */
export interface UserCustomDataTable {
  user_id: number;
  data: Json<Partial<UserCustomData>>;
}

/** Each row is what an identity provider tells about a user beyond what the platform needs itself. */
export interface ScimUserTable {
  user_id: number;
  external_id: Generated<string>;
  display_name: Generated<string>;
  given_name: Generated<string>;
  family_name: Generated<string>;
  formatted_name: Generated<string>;
}

/** A directory that users are looked up in; `settings` are the contract's, `position` the order of asking. */
export interface LdapServerTable {
  key: string;
  position: number;
  enabled: boolean;
  settings: Json<unknown>;
  /** Encrypted: the manager's password. */
  sealed_password: string | null;
}

export interface LdapGroupSettingTable {
  key: string;
  server_key: string;
  enabled: boolean;
  settings: Json<unknown>;
}

/** At most one row. */
export interface LogoTable {
  id: Generated<boolean>;
  media_type: string;
  digest: string;
  bytes: Buffer;
}

export interface AuditRecordTable {
  id: Generated<number>;
  at: Timestamp;
  actor: string;
  address: string;
  action: string;
  subject: string;
  name: string | null;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
}

export interface AccessSchema extends ExternalTables, ProjectTables, ApplicationTables, FederationTables, TrustTables {
  user: UserTable;
  group: GroupTable;
  membership: MembershipTable;
  permission: PermissionTable;
  permission_section: PermissionSectionTable;
  permission_grant: PermissionGrantTable;
  access_token: AccessTokenTable;
  api_key: ApiKeyTable;
  session: SessionTable;
  signing_key: SigningKeyTable;
  setting: SettingTable;
  licence: LicenceTable;
  licence_order: LicenceOrderTable;
  logo: LogoTable;
  sign_in_failure: SignInFailureTable;
  sign_in_place: SignInPlaceTable;
  audit_record: AuditRecordTable;
  password_reset: AccountFlowTables['password_reset'];
  second_factor: AccountFlowTables['second_factor'];
  recovery_code: AccountFlowTables['recovery_code'];
  second_step: AccountFlowTables['second_step'];
  invitation: AccountFlowTables['invitation'];
  user_lock: AccountFlowTables['user_lock'];
  client_login: ClientLoginTable;
  scim_user: ScimUserTable;
  ldap_server: LdapServerTable;
  ldap_group_setting: LdapGroupSettingTable;
  user_custom_data: UserCustomDataTable;
}

/** A connection to this service's tables, or a transaction on them. */
export type Db = KernelDb<AccessSchema>;
