import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { countedAddress } from '@packhouse/kernel/http/counted-address.ts';
import type { ReaderLanguage } from '@packhouse/kernel/http/reader-language.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import { writeAudit } from '../audit/audit.ts';
import { inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { deliver, requireMail } from '../mail/deliver.ts';
import { passwordKeyMail } from '../mail/mail-texts.ts';
import { findUserName } from '../password/check-password.ts';
import { setPassword } from '../password/stored-password.ts';
import { beginGuess, forgetFailuresOf, forgiveGuess } from '../password/throttle.ts';
import { fingerprint, randomSecret } from '../secret/fingerprint.ts';
import { endSessionsOf } from '../session/session.ts';
import {
  deleteResetKey,
  deleteResetKeysOf,
  deleteOldResetKeys as forgetOldResetKeys,
  insertResetKey,
  keyMinutes,
  selectResetKey,
  selectResettable,
} from './reset-queries.ts';

const passwordKeyJobName = 'access-mail-password-key';

/** This waits in the queue: no key, which is only made when the mail is written. */
interface Asked extends Record<string, unknown> {
  user: string;
  language: ReaderLanguage;
  address: string;
  askedAt: number;
}

/**
 * Queues the mail. Whether there is such a user is only found out in the job, so that neither the answer nor its time tells strangers.
 * @throws AppError `switched_off` without mail, `too_many_requests`
 */
export async function askForKey({ db, platform }: Context, user: string, language: ReaderLanguage, address: string): Promise<void> {
  await requireMail(db);
  await beginGuess(db, `forgotten passwords at ${countedAddress(address)}`, { free: 10, longest: 900 });
  await beginGuess(db, `forgotten password of ${user.toLowerCase()}`, { free: 3, longest: 900 });
  const asked: Asked = { user, language, address, askedAt: Date.now() };
  await platform.jobs.add(passwordKeyJobName, asked);
}

/** Mails a fresh key to the user who was named, if they may choose a password by mail at all. */
export function passwordKeyJob(context: Context): Job<Asked> {
  const { db, log } = context;
  return {
    name: passwordKeyJobName,
    async run({ user, language, address, askedAt }) {
      if (Date.now() - askedAt > keyMinutes * 60_000) return;
      const found = await selectResettable(db, findUserName(user), user);
      // Where another deployment manages the user, a password chosen here would be taken away again.
      const [managed] = found ? await context.federation.withManagers('user', [found]) : [];
      if (!found || (managed?.managedBy && !managed.managedBy.ownPassword))
        return log.info({ address }, 'a new password was asked for that cannot be chosen by mail');
      const key = randomSecret(32);
      await insertResetKey(db, fingerprint(key), found.id);
      try {
        await deliver(context, found.email, (console) =>
          passwordKeyMail(language, { name: found.name, link: `${console}/login/reset-password?key=${key}`, minutes: keyMinutes }),
        );
      } catch (error) {
        await deleteResetKey(db, fingerprint(key));
        throw error;
      }
      // A letter cannot be taken back: this says that it is gone, after it is.
      await writeAudit(db, { actor: found.name, address, action: 'password.key_mailed', subject: found.name });
    },
  };
}

const unusable = () => new AppError(signInWords.link_used);

async function guarded<T>({ db }: Context, address: string, look: () => Promise<T | undefined>): Promise<T> {
  const name = `password keys at ${countedAddress(address)}`;
  await beginGuess(db, name, { free: 20, longest: 300 });
  const found = await look();
  if (found === undefined) throw unusable();
  await forgiveGuess(db, name);
  return found;
}

/** Whose key it is. @throws AppError `bad_credentials` when it can no longer be used */
export async function readKey(context: Context, key: string, address: string): Promise<{ user: string }> {
  const { name } = await guarded(context, address, () => selectResetKey(context.db, fingerprint(key)));
  return { user: name };
}

/** Sets the password; this and all other keys of the user are used up, and sessions end. */
export async function resetWithKey(context: Context, key: string, given: { user: string; password: string }, address: string): Promise<void> {
  const keyHash = fingerprint(key);
  const { name } = await guarded(context, address, () => selectResetKey(context.db, keyHash));
  if (findUserName(given.user) !== name) throw namedFieldRefusal('user', say(signInWords.link_of_another_user));
  const hash = await context.passwords.hash(given.password);
  await inChange(context, { actor: name, address }, async (transaction, record) => {
    // Looked at again under a lock: of two who come at the same moment one is too late.
    const found = await selectResetKey(transaction, keyHash, { lock: true });
    if (!found) throw unusable();
    await setPassword(transaction, found.id, hash);
    await deleteResetKeysOf(transaction, found.id);
    await endSessionsOf(transaction, found.id);
    await forgetFailuresOf(transaction, name);
    await record({ action: 'password.reset', subject: name });
  });
}

export { forgetOldResetKeys };
