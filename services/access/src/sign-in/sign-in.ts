import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../account/accounts.ts';
import { writeAudit } from '../audit/audit.ts';
import { inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { beginSecondStep } from '../mfa/second-step.ts';
import { isPasswordExpired } from '../password/password-expiry.ts';
import { replacePassword } from '../password/stored-password.ts';
import { endSession, endSessionsOf, findSessionSecret } from '../session/session.ts';
import { completeSignIn, type MfaStatus, makeUserData } from '../session/session-start.ts';

async function owedFactor(context: Context, account: Account): Promise<MfaStatus> {
  if (account.secondFactor) return 'verify';
  return (await context.settings.read()).requireSecondFactor ? 'enroll' : 'none';
}

async function prove(context: Context, user: string, password: string, address: string): Promise<Account> {
  const account = await context.passwordCheck.check(user, password, address);
  if (account) return account;
  await writeAudit(context.db, { actor: user, address, action: 'sign_in.failed', subject: user });
  throw new AppError('bad_credentials');
}

/** Signs in to the console: starts a session, or the second step that must come before it. */
export async function signIn(context: Context, given: { user: string; password: string; remember: boolean }, request: FastifyRequest, reply: FastifyReply) {
  const { ip: address } = request;
  const account = await prove(context, given.user, given.password, address);
  if (await isPasswordExpired(context, account)) throw new AppError('password_expired', { detail: { userName: account.name } });
  if (!account.consoleAccess) throw new AppError(signInWords.console_not_allowed);
  const owed = await owedFactor(context, account);
  if (owed === 'none') return completeSignIn(context, account, given.remember, request, reply);
  await beginSecondStep(context, account, given.remember, request, reply);
  return makeUserData(account, owed);
}

export async function signOut(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const name = await endSession({ ...context, db: tx }, request, reply);
    if (name) await writeAudit(tx, { actor: name, address: request.ip, action: 'session.ended', subject: name });
  });
}

/** Changes a password by proving the old one; other sessions of the user end. */
export async function changeOwnPassword(
  context: Context,
  given: { userName: string; oldPassword: string; newPassword: string },
  request: FastifyRequest,
): Promise<void> {
  const account = await prove(context, given.userName, given.oldPassword, request.ip);
  const isExpired = await isPasswordExpired(context, account);
  const isSignedIn = request.actor?.via === 'session' && request.actor.name === account.name;
  // Whoever has only the password could else put the owner's sessions to an end. Expired ones are changed before signing in, which asks for the factor.
  if (account.secondFactor && !isExpired && !isSignedIn) throw new AppError(signInWords.second_factor_before_password_change);
  const before = account.passwordHash;
  if (before === undefined) throw new AppError(signInWords.password_kept_elsewhere);
  if (!account.profileUpdatable && !isExpired) throw new AppError(signInWords.password_kept_by_administrator);
  if (given.newPassword === given.oldPassword) throw namedFieldRefusal('newPassword', say(signInWords.password_unchanged));
  const hash = await context.passwords.hash(given.newPassword);
  await inChange(context, { actor: account.name, address: request.ip }, async (transaction, record) => {
    if (!(await replacePassword(transaction, account.id, before, hash))) throw new AppError('conflict');
    await endSessionsOf(transaction, account.id, findSessionSecret(context, request));
    await record({ action: 'password.changed', subject: account.name });
  });
}

export { makeUserData };
