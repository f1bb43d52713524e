import { AppError } from '@packhouse/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeAudit } from '../audit/audit.ts';
import { inChange } from '../change.ts';
import type { Context } from '../context.ts';
import type { Account } from '../identity/accounts.ts';
import { invalidField } from '../invalid-field.ts';
import { endSession, endSessionsOf, startSession } from './session.ts';
import { markSignedIn, replacePassword } from './sign-in-queries.ts';

/** What the signed-in console is told about a user. */
export function userDataOf({ name, realm }: { name: string; realm: string }) {
  return { name, realm, mfaStatus: 'none' as const };
}

async function prove(context: Context, user: string, password: string, address: string): Promise<Account> {
  const account = await context.passwordCheck.check(user, password, address);
  if (account) return account;
  await writeAudit(context.db, { actor: user, address, action: 'sign_in.failed', subject: user });
  throw new AppError('bad_credentials');
}

/** Signs in to the console and starts a session. */
export async function signIn(context: Context, given: { user: string; password: string; remember: boolean }, request: FastifyRequest, reply: FastifyReply) {
  const { ip: address } = request;
  const account = await prove(context, given.user, given.password, address);
  if (account.passwordExpired) throw new AppError('password_expired', { detail: { userName: account.name } });
  if (!account.consoleAccess) throw new AppError('forbidden', { message: 'This user may not use the console' });
  await startSession(context, account.id, given.remember, request, reply);
  await markSignedIn(context.db, account.id);
  await writeAudit(context.db, { actor: account.name, address, action: 'sign_in.succeeded', subject: account.name });
  return userDataOf(account);
}

export async function signOut(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const name = await endSession(context, request, reply);
  if (name) await writeAudit(context.db, { actor: name, address: request.ip, action: 'session.ended', subject: name });
}

/** Changes a password by proving the old one; other sessions of the user end. */
export async function changeOwnPassword(
  context: Context,
  given: { userName: string; oldPassword: string; newPassword: string },
  request: FastifyRequest,
): Promise<void> {
  const account = await prove(context, given.userName, given.oldPassword, request.ip);
  if (!account.profileUpdatable && !account.passwordExpired) throw new AppError('forbidden', { message: 'An administrator keeps the password of this user' });
  if (given.newPassword === given.oldPassword) throw invalidField('newPassword', 'Choose a password that differs from the old one');
  const hash = await context.passwords.hash(given.newPassword);
  await inChange(context, { actor: account.name, address: request.ip }, async (transaction, record) => {
    if (!(await replacePassword(transaction, account.id, account.passwordHash!, hash))) throw new AppError('conflict');
    await endSessionsOf(transaction, account.id, request);
    await record({ action: 'password.changed', subject: account.name });
  });
}

export { markSignedIn };
