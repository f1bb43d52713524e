import type { Enrolment } from '@packhouse/contract/access/auth-mfa-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type By, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { announceLocked } from '../password/announce-locked.ts';
import { beginGuess, forgiveGuess, secondFactorKey } from '../password/throttle.ts';
import { fingerprint } from '../secret/fingerprint.ts';
import { confirmOffer, countCodes, deleteFactor, deleteOffer, insertOffer, replaceCodes, selectFactor, takeCode, useStep } from './mfa-queries.ts';
import { freshRecoveryCodes, freshSecret, makeEnrolment, normalised, readStep } from './one-time-code.ts';

/** Whose second factor it is about. */
export interface Holder {
  id: number;
  name: string;
}

async function getSecret({ db, platform }: Context, userId: number) {
  const found = await selectFactor(db, userId);
  return found && { secret: platform.secrets.decrypt(found.sealed_secret), confirmed: found.confirmed_at !== null };
}

/** Offers the user a secret; asked again before it is confirmed, the same one. @throws AppError `forbidden` when there is a second factor already */
export async function offerFactor(context: Context, { id, name }: Holder, { fresh = false } = {}): Promise<Enrolment> {
  if (fresh) await deleteOffer(context.db, id);
  await insertOffer(context.db, id, context.platform.secrets.encrypt(freshSecret()));
  const offered = await getSecret(context, id);
  if (!offered || offered.confirmed) throw new AppError(signInWords.second_factor_exists);
  return makeEnrolment(offered.secret, name);
}

/** Forgets a secret that was offered before and perhaps seen by somebody else. */
export async function withdrawOffer({ db }: Context, userId: number): Promise<void> {
  await deleteOffer(db, userId);
}

async function newCodes(transaction: ChangeTransaction, userId: number): Promise<string[]> {
  const codes = freshRecoveryCodes();
  await replaceCodes(
    transaction,
    userId,
    codes.map((code) => fingerprint(normalised(code))),
  );
  return codes;
}

/** Counts guesses at the user's codes, wherever they come from. */
async function guarded<T>(context: Context, { name }: Holder, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const { db } = context;
  const key = secondFactorKey(name);
  const locks = await beginGuess(db, key, { free: 10, longest: 300 });
  const found = await look();
  if (found !== undefined) await forgiveGuess(db, key);
  else if (locks) announceLocked(context, name);
  return found;
}

/** Turns the offered factor on with its first code and answers the recovery codes; undefined when the code is wrong. */
export function confirmFactor(context: Context, holder: Holder, code: string, by: By): Promise<string[] | undefined> {
  return guarded(context, holder, async () => {
    const offered = await getSecret(context, holder.id);
    const step = offered && !offered.confirmed ? readStep(offered.secret, code) : undefined;
    if (step === undefined) return undefined;
    return inChange(context, by, async (transaction, record) => {
      if (!(await confirmOffer(transaction, holder.id, step))) throw new AppError('conflict');
      const codes = await newCodes(transaction, holder.id);
      await record({ action: 'user.second_factor_enabled', subject: holder.name });
      return codes;
    });
  });
}

/** Whether this is a code of the user's factor that was not used before, or one of the recovery codes; it is used up. */
export async function proveFactor(context: Context, holder: Holder, code: string, by: By): Promise<boolean> {
  const proved = await guarded(context, holder, async () => {
    const factor = await getSecret(context, holder.id);
    if (!factor?.confirmed) return undefined;
    const step = readStep(factor.secret, code);
    if (step !== undefined) return (await useStep(context.db, holder.id, step)) || undefined;
    return context.db.transaction().execute(async (tx) => {
      if (!(await takeCode(tx, holder.id, fingerprint(normalised(code))))) return undefined;
      await context.platform.identity.audit({ ...by, action: 'sign_in.recovery_code_used', subject: holder.name }, tx);
      return true;
    });
  });
  return proved ?? false;
}

async function requireProof(context: Context, holder: Holder, code: string, by: By): Promise<void> {
  if (!(await proveFactor(context, holder, code, by))) throw namedFieldRefusal('otp', say(signInWords.code_wrong_or_used));
}

export async function renewCodes(context: Context, holder: Holder, code: string, by: By): Promise<string[]> {
  await requireProof(context, holder, code, by);
  return inChange(context, by, async (transaction, record) => {
    const codes = await newCodes(transaction, holder.id);
    await record({ action: 'user.recovery_codes_renewed', subject: holder.name });
    return codes;
  });
}

/** Turns one's own factor off. @throws AppError `forbidden` where everybody must have one */
export async function disableFactor(context: Context, holder: Holder, code: string, by: By): Promise<void> {
  if ((await context.settings.read()).requireSecondFactor) throw new AppError(signInWords.second_factor_required);
  await requireProof(context, holder, code, by);
  await removeFactor(context, holder, 'user.second_factor_disabled', by);
}

/** Takes a factor away without a code, for who has lost it; sessions stay. */
export async function removeFactor(context: Context, holder: Holder, action: string, by: By): Promise<void> {
  await inChange(context, by, async (transaction, record) => {
    if (await deleteFactor(transaction, holder.id)) await record({ action, subject: holder.name });
  });
}

export function codesLeft({ db }: Context, userId: number): Promise<number> {
  return countCodes(db, userId);
}
