import type { Migration } from 'kysely/migration';
import { up as access } from './migrations/0001-access.ts';
import { up as clientLogin } from './migrations/0002-client-login.ts';

export const migrations: Record<string, Migration> = {
  '0001-access': { up: access },
  '0002-client-login': { up: clientLogin },
};
