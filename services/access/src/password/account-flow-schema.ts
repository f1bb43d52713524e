import type { ColumnType, Generated } from 'kysely';

/** A mailed key that lets its holder choose a new password, once. */
interface PasswordResetTable {
  /** SHA-256 of the key in the mail. */
  key_hash: string;
  user_id: number;
  expires_at: Date;
}

/** The authenticator of a user; until it is confirmed it is only an offer. */
interface SecondFactorTable {
  user_id: number;
  sealed_secret: string;
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The newest time step whose code was used: neither it nor an older one is taken again. */
  last_step: Generated<number>;
}

interface RecoveryCodeTable {
  user_id: number;
  hash: string;
}

/** Somebody who proved the password and still owes the second factor. */
interface SecondStepTable {
  /** SHA-256 of what the cookie holds. */
  hash: string;
  user_id: number;
  remember: boolean;
  failures: Generated<number>;
  expires_at: Date;
}

interface InvitationTable {
  /** SHA-256 of the token in the mail. */
  token_hash: string;
  user_id: number;
  invited_by: string;
  created_at: ColumnType<Date, Date | undefined, Date>;
  expires_at: Date;
}

interface UserLockTable {
  user_id: number;
  /** In a row. */
  failures: number;
  locked_at: Date | null;
}

export interface AccountFlowTables {
  password_reset: PasswordResetTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  second_step: SecondStepTable;
  invitation: InvitationTable;
  user_lock: UserLockTable;
}
