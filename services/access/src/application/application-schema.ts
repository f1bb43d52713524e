import type { ApplicationType } from '@packhouse/contract/access/access-application-routes.ts';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;

export interface ApplicationTable {
  id: Generated<number>;
  name: string;
  type: ApplicationType;
  description: string;
  callback_urls: string[];
  base_url: string;
  client_id: string;
  /** SHA-256 of the secret, which nobody can guess; null where there is none. */
  secret_hash: string | null;
  created_at: Timestamp;
}

/** Each row is what one user allowed one application at one time. Its tokens refer to it and end with it. */
export interface ApplicationGrantTable {
  id: Generated<number>;
  application_id: number;
  user_id: number;
  scope: string;
  /** SHA-256 of the code that the application was given. It stays, so that a second use is noticed. */
  code_hash: string;
  code_expires_at: Date;
  code_used_at: ColumnType<Date | null, undefined, Date>;
  callback_url: string;
  /** The request named the callback URL; then it must be named again with the code. */
  callback_named: boolean;
  challenge: string | null;
  created_at: Timestamp;
}

/** SHA-256 of refresh tokens that were used, so that a second use is noticed. */
export interface ApplicationSpentRefreshTable {
  hash: string;
  grant_id: number;
}

export interface ApplicationTables {
  application: ApplicationTable;
  application_grant: ApplicationGrantTable;
  application_spent_refresh: ApplicationSpentRefreshTable;
}
