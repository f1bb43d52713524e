import type { DeploymentKey } from '@packhouse/contract/access/access-trust-routes.ts';
import type { Accepts, TrustPurpose } from '@packhouse/contract/trust-purposes.ts';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>;
type Json<T> = ColumnType<T, string, string>;

/** Keys of this deployment; the newest signs. */
export interface DeploymentKeyTable {
  /** Thumbprint of the key. https://www.rfc-editor.org/rfc/rfc7638 */
  id: string;
  public_key: Json<DeploymentKey>;
  sealed_private_key: string;
  created_at: Timestamp;
}

/** A key of another deployment. */
export interface PeerKey {
  id: string;
  key: DeploymentKey;
  /** Calls may be signed with it until then; absent for the newest. */
  until?: string;
}

/** Other deployments, those that are trusted no more among them. */
export interface PeerTable {
  id: string;
  name: string;
  url: string;
  /** The newest first. */
  keys: Json<PeerKey[]>;
  purposes: TrustPurpose[];
  accepts: Json<Accepts>;
  allow_private: boolean;
  paired_at: Timestamp;
  paired_by: string;
  clock_offset: number | null;
  clock_at: Moment;
  revoked_at: Moment;
  revoked_there: Generated<boolean>;
  /** The newest of our keys, and the address of ours, that it has been told. */
  knows_key: string;
  knows_url: string;
  /** When it is told next what changed here; null while there is nothing to tell. */
  tell_at: Moment;
  tell_attempts: Generated<number>;
}

/** Pairing tokens that wait to be used. */
export interface PairingTable {
  /** SHA-256 of the token's own number. */
  hash: string;
  purposes: TrustPurpose[];
  allow_private: boolean;
  created_by: string;
  expires_at: Date;
}

/** Signed calls that came lately, so that none counts twice. */
export interface PeerCallTable {
  peer: string;
  id: string;
  at: Timestamp;
}

export interface TrustTables {
  deployment_key: DeploymentKeyTable;
  peer: PeerTable;
  pairing: PairingTable;
  peer_call: PeerCallTable;
}
