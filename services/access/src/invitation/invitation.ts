import { NewUser } from '@packhouse/contract/access/access-user-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import type { Invitation } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import type { ReaderLanguage } from '@packhouse/kernel/http/reader-language.ts';
import type { z } from 'zod';
import type { Account } from '../account/accounts.ts';
import { type By, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { deliver, requireMail } from '../mail/deliver.ts';
import { invitationMail } from '../mail/mail-texts.ts';
import { setPassword } from '../password/stored-password.ts';
import { fingerprint, randomSecret } from '../secret/fingerprint.ts';
import { createUser } from '../user/user.ts';
import { deleteInvitationOf, replaceInvitation, selectInvitationOf, selectInvited } from './invitation-queries.ts';

const days = 7;

/** Only the fingerprint of the token is kept; the token itself goes into the mail. */
function makeInvitation(by: By) {
  const token = randomSecret(32);
  const row = (userId: number) => ({
    token_hash: fingerprint(token),
    user_id: userId,
    invited_by: by.actor,
    expires_at: new Date(Date.now() + days * 86_400_000),
  });
  return { token, row };
}

function send(context: Context, to: string, name: string, token: string, language: ReaderLanguage, by: By): Promise<void> {
  return deliver(context, to, (console) => invitationMail(language, { name, invitedBy: by.actor, link: `${console}/login/invitation?token=${token}`, days }));
}

/** Creates the user and mails the link; the user stays where the mail fails, so that it can be sent again. */
export async function inviteUser(context: Context, given: z.output<typeof Invitation>, language: ReaderLanguage, by: By) {
  await requireMail(context.db);
  const { token, row } = makeInvitation(by);
  const { password: _, ...input } = NewUser.parse({ ...given, passwordEnabled: false });
  const user = await createUser(context, { ...input, passwordEnabled: true }, by, (transaction, userId) => replaceInvitation(transaction, row(userId)));
  try {
    await send(context, user.email, user.name, token, language, by);
    return { user, problem: null };
  } catch (error) {
    if (error instanceof AppError) return { user, problem: error.message, said: saidBy(error) };
    throw error;
  }
}

/** Mails a fresh link; the earlier one ends. */
export async function inviteAgain(context: Context, { id, name, email, passwordHash, enabled }: Account, language: ReaderLanguage, by: By): Promise<void> {
  await requireMail(context.db);
  if (passwordHash !== undefined || !enabled) throw new AppError(accessWords.user_not_invitable);
  if (email === '') throw new AppError(accessWords.user_without_email);
  const { token, row } = makeInvitation(by);
  await inChange(context, by, async (transaction, record) => {
    await replaceInvitation(transaction, row(id));
    await record({ action: 'user.invited', subject: name });
  });
  await send(context, email, name, token, language, by);
}

const unusable = () => new AppError(accessWords.invitation_used);

/** Who was invited with this token, and until when it holds. */
export async function readInvitation({ db }: Context, token: string): Promise<{ userName: string; expiresAt: string } | undefined> {
  const invited = await selectInvited(db, fingerprint(token));
  return invited && { userName: invited.name, expiresAt: invited.expires_at.toISOString() };
}

/** Sets the first password and uses the invitation up; answers whose it is. */
export async function acceptInvitation(context: Context, token: string, password: string, address: string): Promise<{ user: string }> {
  const tokenHash = fingerprint(token);
  const invited = await selectInvited(context.db, tokenHash);
  if (!invited) throw unusable();
  const hash = await context.passwords.hash(password);
  await inChange(context, { actor: invited.name, address }, async (transaction, record) => {
    const found = await selectInvited(transaction, tokenHash, { lock: true });
    if (!found) throw unusable();
    await setPassword(transaction, found.id, hash);
    await deleteInvitationOf(transaction, found.id);
    await record({ action: 'user.invitation_accepted', subject: found.name });
  });
  return { user: invited.name };
}

/** Uses an invitation up for somebody who proves by other means who they are; answers the user it is for. */
export async function takeInvitation(transaction: ChangeTransaction, token: string): Promise<{ id: number; name: string } | undefined> {
  const invited = await selectInvited(transaction, fingerprint(token), { lock: true });
  if (invited) await deleteInvitationOf(transaction, invited.id);
  return invited;
}

export async function openInvitation({ db }: Context, userId: number) {
  const open = await selectInvitationOf(db, userId);
  return open ? { invitedBy: open.invited_by, createdAt: open.created_at.toISOString(), expiresAt: open.expires_at.toISOString() } : null;
}
