import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../account/accounts.ts';
import { writeAudit } from '../audit/audit.ts';
import { type Change, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { takeInvitation } from '../invitation/invitation.ts';
import { findUserName } from '../password/check-password.ts';
import { completeSignIn } from '../session/session-start.ts';
import { insertAutoJoined, insertUser, readUser, updateUserRow } from '../user/user.ts';
import { syncGroups } from './external-groups.ts';
import type { ExternalIdentity, ExternalRules } from './external-identity.ts';
import {
  forgetOldSignIns,
  forgetProvider,
  hasIdentity,
  keepTicket,
  lockLinkedUser,
  lockUserNamed,
  spendAssertion,
  takeTicket,
  upsertIdentity,
} from './external-queries.ts';

function refused(said: Said, reason: string): AppError {
  return new AppError('forbidden', { said, detail: { reason } });
}

/** Turns away in words for the person and leaves the reason in the audit log. */
async function refuse(context: Context, identity: ExternalIdentity, address: string, error: AppError): Promise<never> {
  await writeAudit(context.db, {
    actor: identity.userName,
    address,
    action: 'sign_in.failed',
    subject: identity.userName,
    after: { provider: identity.provider, realm: identity.realm, reason: error.message },
  });
  throw error;
}

type Found = { id: number; name: string; email: string; realm: string; enabled: boolean };

interface Meeting {
  context: Context;
  transaction: ChangeTransaction;
  identity: ExternalIdentity;
  rules: ExternalRules;
  record: (change: Change) => Promise<void>;
}

async function createFor({ transaction, identity, rules, record }: Meeting, name: string): Promise<Found> {
  if (!rules.createUsers) throw refused(say(signInWords.account_missing), 'no_account');
  const id = await insertUser(transaction, {
    name,
    email: identity.email,
    realm: identity.realm,
    password_enabled: false,
    profile_updatable: rules.profileUpdatable,
  });
  // Somebody of that name came into being while we looked.
  if (id === undefined) throw new AppError('conflict');
  await insertAutoJoined(transaction, id);
  await record({ actor: name, action: 'user.created', subject: name, after: { ...(await readUser(transaction, name)), provider: identity.provider } });
  return { id, name, email: identity.email, realm: identity.realm, enabled: true };
}

/** The user whom an invitation is for, which is used up: whoever brings its token need not be known by the same name elsewhere. */
async function readInvited({ transaction, identity, record }: Meeting, token: string): Promise<Found> {
  const invited = await takeInvitation(transaction, token);
  const found = invited && (await lockUserNamed(transaction, invited.name));
  if (!found) throw refused(say(accessWords.invitation_used), 'no_invitation');
  const { provider, subject: externalId } = identity;
  await record({ actor: found.name, action: 'user.invitation_accepted', subject: found.name, after: { provider, externalId } });
  return found;
}

/** The user behind an identity: the one linked to it, else one of the same name where that is allowed, else a new one. */
async function meet(meeting: Meeting): Promise<Found> {
  const { transaction, identity, rules } = meeting;
  const linked = await lockLinkedUser(transaction, identity.provider, identity.subject);
  if (linked) return linked;
  if (identity.invitation !== undefined) return readInvited(meeting, identity.invitation);
  const name = findUserName(identity.userName);
  if (name === undefined || name === anonymousUser)
    throw refused(say(signInWords.provider_user_name_unfit, { name: identity.userName.slice(0, 100) }), 'bad_name');
  const namesake = await lockUserNamed(transaction, name);
  if (!namesake) return createFor(meeting, name);
  if (!rules.linkExisting || (await hasIdentity(transaction, identity.provider, namesake.id)))
    throw refused(say(signInWords.user_name_taken_by_other, { name }), 'name_taken');
  await meeting.record({ actor: name, action: 'user.linked', subject: name, after: { provider: identity.provider, externalId: identity.subject } });
  return namesake;
}

/** The e-mail address follows the provider, except that of users who were not made by one of its kind. */
async function refresh({ transaction, identity, record }: Meeting, found: Found): Promise<void> {
  if (identity.email === '' || identity.email === found.email || found.realm !== identity.realm) return;
  await updateUserRow(transaction, found.id, { email: identity.email });
  await record({ actor: found.name, action: 'user.changed', subject: found.name, before: { email: found.email }, after: { email: identity.email } });
}

/**
 * The common ground of every outside way in (OpenID Connect, OAuth 2, SAML, LDAP, Crowd, HTTP header): the user whom a proved identity stands for,
 * found, linked or created and with groups brought up to date, all in one transaction and with audit entries. Starts no session, so LDAP and
 * header sign-in can use it for Basic credentials too.
 * @throws AppError `forbidden` with `detail.reason` `no_account`, `no_invitation`, `bad_name`, `name_taken` or `disabled`
 */
export async function readUserOfExternal(context: Context, identity: ExternalIdentity, rules: ExternalRules, address: string): Promise<Account> {
  const name = await inChange(context, { actor: identity.userName, address }, async (transaction, record) => {
    const meeting = { context, transaction, identity, rules, record };
    const found = await meet(meeting);
    if (!found.enabled) throw refused(say(signInWords.account_disabled), 'disabled');
    await upsertIdentity(transaction, identity.provider, identity.subject, found.id);
    await refresh(meeting, found);
    if (rules.syncGroups && identity.groups) await syncGroups(transaction, { ...identity, groups: identity.groups }, rules, found, record);
    return found.name;
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'forbidden') return refuse(context, identity, address, error);
    throw error;
  });
  const account = await context.accounts.byName(name);
  // Deleted or disabled in the blink between.
  if (!account?.enabled) throw refused(say(signInWords.account_disabled), 'disabled');
  return account;
}

/**
 * Signs the person behind a proved identity in to the console: `userOfExternal`, then the ordinary session and its audit entry.
 * Answers user data (AUTH-014); the second factor is the provider's affair.
 * @throws AppError as `userOfExternal`; `forbidden` also when the user may not use the console
 */
export async function signInExternal(
  context: Context,
  identity: ExternalIdentity,
  rules: ExternalRules,
  { request, reply, remember = false }: { request: FastifyRequest; reply: FastifyReply; remember?: boolean },
) {
  const account = await readUserOfExternal(context, identity, rules, request.ip);
  if (!account.consoleAccess) return refuse(context, identity, request.ip, refused(say(signInWords.console_not_allowed), 'no_console'));
  const { provider, realm } = identity;
  return completeSignIn(context, account, remember, request, reply, { provider, realm });
}

export { forgetOldSignIns, forgetProvider, keepTicket, spendAssertion, takeTicket };
