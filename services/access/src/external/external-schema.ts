import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;

/** Whom a provider knows as whom. `provider` is a stable key (`oauth:<id>`, `saml`, `ldap:<id>`, `crowd`, `http`), so that renaming one gives nobody another's account. */
export interface ExternalIdentityTable {
  provider: string;
  subject: string;
  user_id: number;
  created_at: Timestamp;
  last_seen_at: Timestamp;
}

/** Memberships that a provider gave and may take away again; those an administrator gave are not in here. */
export interface ExternalMembershipTable {
  provider: string;
  user_id: number;
  group_id: number;
}

/** Each row is what a provider proved, until the browser that asked fetches it with the ticket. */
export interface PendingSignInTable {
  state_hash: string;
  provider: string;
  /** Encrypted. */
  sealed: string;
  expires_at: Date;
}

/** Assertions that were used, until they would have expired anyway. */
export interface SpentAssertionTable {
  id: string;
  expires_at: Date;
}

export interface OauthProviderTable {
  id: Generated<number>;
  name: string;
  type: string;
  enabled: boolean;
  settings: ColumnType<unknown, string, string>;
  sealed_secret: string | null;
  created_at: Timestamp;
  modified_at: Timestamp;
}

export interface OidcIntegrationTable {
  id: Generated<number>;
  name: string;
  settings: ColumnType<unknown, string, string>;
  created_at: Timestamp;
}

export interface OidcIdentityMappingTable {
  id: Generated<number>;
  integration_id: number;
  name: string;
  priority: number;
  settings: ColumnType<unknown, string, string>;
  created_at: Timestamp;
}

export interface ExternalTables {
  external_identity: ExternalIdentityTable;
  external_membership: ExternalMembershipTable;
  pending_sign_in: PendingSignInTable;
  spent_assertion: SpentAssertionTable;
  oauth_provider: OauthProviderTable;
  oidc_integration: OidcIntegrationTable;
  oidc_identity_mapping: OidcIdentityMappingTable;
}
