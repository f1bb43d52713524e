import type { VaultConfig } from '@packhouse/contract/repositories/key-routes.ts';
import type { ColumnType, Generated } from 'kysely';

/** Which sort of signature of a listing a key makes. */
export type ListingKeyKind = 'openpgp' | 'rsa';
/** Which sort of signature a key makes; as SSH keys do it, it is one of a release bundle. */
export type KeyKind = ListingKeyKind | 'ssh';

type Timestamp = ColumnType<Date, Date | undefined, Date>;

export interface KeyPairTable {
  id: Generated<number>;
  name: string;
  kind: KeyKind;
  /** A name that existing clients gave it, and are told again. */
  alias: string | null;
  fingerprint: string;
  public_key: string;
  /** Encrypted; absent when a vault keeps it. */
  private_key: string | null;
  vault: string | null;
  vault_path: string | null;
  created_at: Timestamp;
  created_by: string;
}

/** Which sort of signature a trusted key checks: of listings and release bundles, or of evidence. */
export type TrustedKeyKind = 'openpgp' | 'pem';

export interface TrustedKeyTable {
  id: Generated<number>;
  name: string;
  kind: Generated<TrustedKeyKind>;
  fingerprint: string;
  public_key: string;
  created_at: Timestamp;
  created_by: string;
}

export interface SshSignerTable {
  id: Generated<number>;
  name: string;
  principals: string[];
  fingerprint: string;
  public_key: string;
  created_at: Timestamp;
  created_by: string;
}

export interface ClientCertificateTable {
  id: Generated<number>;
  name: string;
  subject: string;
  issuer: string;
  fingerprint: string;
  valid_until: Date;
  certificate: string;
  /** Encrypted. */
  private_key: string;
  created_at: Timestamp;
  created_by: string;
}

export interface VaultConfigTable {
  id: Generated<number>;
  key: string;
  url: string;
  mount: string;
  engine: Generated<VaultConfig['engine']>;
  sign_in: Generated<VaultConfig['signIn']>;
  /** The id of the role, encrypted, or the certificate. */
  identity: string | null;
  /** Encrypted: the token, the secret of the role, or the private key; an empty text for an agent. */
  token: string;
  allow_private: boolean;
  created_at: Timestamp;
  created_by: string;
}
