import { randomInt } from 'node:crypto';
import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import type { Config } from '@packhouse/kernel/config.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { Kysely } from 'kysely';
import { generatePassword, type Passwords, passwords as startPasswords } from '../password/password.ts';
import type { AccessSchema } from '../schema.ts';
import { askFirstAdministrator, hasUsers, insertFirstPermissions, insertFirstUsers, lockFirstStart } from './first-start-queries.ts';

/** The first start did this: `password` when the administrator's password was made up here. */
export interface FirstStart {
  created: boolean;
  password?: string;
}

/** Fills an empty database before services start, for a process that starts others and tells the password itself. */
export async function ensureAdministrator(platform: { config: Pick<Config, 'adminPassword'>; databaseUrl: string }): Promise<FirstStart> {
  const db = openDatabase<AccessSchema>(platform.databaseUrl, 'access', { connections: 1 });
  try {
    return await fillEmptyDatabase(db, await startPasswords(), platform.config.adminPassword);
  } finally {
    await db.destroy();
  }
}

/**
 * Fills an empty database with the administrator, the group `readers` and the first permissions. Answers with the administrator's password when it was
 * made up here: it must be told to whoever starts the platform, and is to be changed at the first sign-in.
 */
export async function fillEmptyDatabase(db: Kysely<AccessSchema>, passwords: Passwords, given: string | undefined): Promise<FirstStart> {
  if (await hasUsers(db)) return { created: false };
  const password = given ?? generatePassword((below) => randomInt(below));
  const passwordHash = await passwords.hash(password);
  const created = await db.transaction().execute(async (transaction) => {
    await lockFirstStart(transaction);
    if (await hasUsers(transaction)) return false;
    await insertFirstUsers(transaction, { passwordHash, passwordExpired: given === undefined }, anonymousUser);
    // A password given beforehand is a script's: nobody is there to answer questions.
    if (given === undefined) await askFirstAdministrator(transaction);
    await insertFirstPermissions(transaction, anonymousUser);
    return true;
  });
  return created && given === undefined ? { created, password } : { created };
}
