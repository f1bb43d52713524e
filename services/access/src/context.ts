import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Accounts } from './account/accounts.ts';
import type { Directories } from './external/directories.ts';
import type { RememberedGeneral } from './general/general.ts';
import type { PasswordCheck } from './password/check-password.ts';
import type { Passwords } from './password/password.ts';
import type { AccessSchema } from './schema.ts';
import type { Settings } from './setting/settings.ts';
import type { SigningKeys } from './token/signing-keys.ts';
import type { TokenStates } from './token/token-states.ts';

/** What every part of the service works with. Made once a process, passed as the first argument. */
export interface Context {
  db: Kysely<AccessSchema>;
  platform: Platform;
  log: Logger;
  /** The name by which tokens call this deployment. */
  deployment: string;
  /** Users with their grants, remembered until something about them changes. */
  accounts: Accounts;
  /** Access tokens that were looked up, remembered until one is revoked. */
  tokens: TokenStates;
  passwords: Passwords;
  passwordCheck: PasswordCheck;
  /** Outside directories that prove passwords: LDAP servers and Crowd. */
  directories: Directories;
  keys: SigningKeys;
  settings: Settings;
  /** Name, address and looks of the installation. */
  general: RememberedGeneral;
}
