import { randomInt } from 'node:crypto';
import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { writeAudit } from '../audit/audit.ts';
import { generatePassword, passwords as startPasswords } from '../password/password.ts';
import { forgetFailuresOf } from '../password/throttle.ts';
import type { AccessSchema } from '../schema.ts';
import { endSessionsOf } from '../session/session.ts';
import { deleteResetKeysOf, letIn, lockRescued } from './reset-queries.ts';

/**
 * Lets a user in again when nobody is left who could: makes a password up, to be changed at the next sign-in, and answers it. The user is enabled,
 * sessions, waits and the second factor end. For whoever holds the machine; running processes notice within half a minute.
 * @throws Error with words for that person
 */
export async function rescueUser(databaseUrl: string, name: string): Promise<string> {
  const db = openDatabase<AccessSchema>(databaseUrl, 'access', { connections: 1 });
  try {
    const password = generatePassword((below) => randomInt(below));
    const passwordHash = await (await startPasswords()).hash(password);
    await db.transaction().execute(async (transaction) => {
      const user = name === anonymousUser ? undefined : await lockRescued(transaction, name);
      if (!user) throw new Error(say(accessWords.no_user, { name }).message);
      if (user.realm !== 'internal') throw new Error(`${name} has no password here, but signs in through ${user.realm}`);
      await letIn(transaction, user.id, passwordHash);
      await deleteResetKeysOf(transaction, user.id);
      await endSessionsOf(transaction, user.id);
      await writeAudit(transaction, { actor: 'system', address: '', action: 'password.rescued', subject: name });
    });
    await forgetFailuresOf(db, name);
    return password;
  } finally {
    await db.destroy();
  }
}
