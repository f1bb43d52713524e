/** Where users come from who have no password here; kept on the user. */
export type ExternalRealm = 'oauth' | 'saml' | 'ldap' | 'crowd' | 'http';

/** Whom a provider vouches for. Only what the provider has proved goes in here. */
export interface ExternalIdentity {
  /** Stable key of the provider: `oauth:<id>`, `saml`, `ldap:<id>`, `crowd`, `http`. Not its name, which may be given to another. */
  provider: string;
  realm: ExternalRealm;
  /** This never changes about the person at the provider: `sub`, NameID, the entry's UUID or DN. */
  subject: string;
  /** The name to be known by here. */
  userName: string;
  /** Empty when the provider does not say. */
  email: string;
  /** Names of groups in the provider's words; undefined when it says nothing about groups, and then none change. */
  groups: readonly string[] | undefined;
  /** The token of an invitation that this identity takes up: whoever brings it is the user who was invited. */
  invitation?: string;
}

/** An administrator allows a provider to do this. */
export interface ExternalRules {
  /** People who were never here become users at their first sign-in. */
  createUsers: boolean;
  /**
   * A user who is already here under the same name, and whom this provider has not met, is taken to be the same person.
   * Whoever can choose a name at the provider can then become that user: right for a company's own directory, wrong for a public provider.
   */
  linkExisting: boolean;
  /** Users who come to be through it may change their own profile. */
  profileUpdatable: boolean;
  /** Groups follow the provider; see `syncGroups`. */
  syncGroups: boolean;
  /** The provider's group names → ours. Groups whose external id the provider names need no entry. */
  groupMapping: Readonly<Record<string, string>>;
}
