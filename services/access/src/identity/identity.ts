import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, anonymousActor } from '@packhouse/kernel/access/authorisation.ts';
import type { Peer, SignedCall } from '@packhouse/kernel/access/signed-call.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { AuditEntry, Identity } from '@packhouse/kernel/platform.ts';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../account/accounts.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { openPassword } from '../password/encrypted-password.ts';
import { isPasswordExpired } from '../password/password-expiry.ts';
import { findSession, findSessionSecret } from '../session/session.ts';
import { userScope } from '../token/scope.ts';
import type { TokenUse } from '../token/stored-token.ts';
import { issueShortToken, issueToken, withinOwnToken } from '../token/token.ts';
import { revokeToken } from '../token/token-list.ts';
import { readActorOfPass } from '../trust/pass.ts';
import { proveCall } from '../trust/prove-call.ts';
import { makeCredentials } from './credentials.ts';
import { ownAccount } from './own-account.ts';
import { findToken, isTokenOnly, looksLikeToken, readActorOfToken } from './token-actor.ts';

/** A user who proved who they are, with all they may do. */
export function makeActorOfAccount(account: Account, via: Actor['via']): Actor {
  const { name, administrator, groups, grants, realm } = account;
  return { kind: 'user', name, administrator, groups, grants, realm, via };
}

/** A user with all they may do, without their asking; undefined where nobody of this name may sign in. */
export async function readActorNamed({ accounts }: Pick<Context, 'accounts'>, name: string): Promise<Actor | undefined> {
  const account = await accounts.byName(name);
  return account?.enabled ? makeActorOfAccount(account, 'password') : undefined;
}

const year = 365 * 86_400;

async function readActorOfVisitor(context: Context): Promise<Actor> {
  const { anonymousAccess } = await context.settings.read();
  if (!anonymousAccess) return anonymousActor();
  const account = await context.accounts.byName(anonymousUser);
  return anonymousActor(account?.grants);
}

async function readActorOfSession(context: Context, request: FastifyRequest): Promise<Actor | undefined> {
  const secret = findSessionSecret(context, request);
  const session = secret && (await findSession(context, secret));
  const account = session ? await context.accounts.byName(session.userName) : undefined;
  return account?.enabled && account.consoleAccess ? makeActorOfAccount(account, 'session') : undefined;
}

/**
 * Outside of the console nobody can be asked for a second factor, so a password that needs one does not count there, whoever it belongs to.
 * @throws AppError `bad_credentials` that says what to use instead
 */
async function refuseLonePassword(context: Context, account: Account): Promise<void> {
  if (account.secondFactor) throw new AppError(signInWords.password_alone_refused_for_user);
  const { requireSecondFactor } = await context.settings.read();
  if (requireSecondFactor) throw new AppError(signInWords.password_alone_refused);
}

/** Writes an entry, of its own or with the change it tells of, and tells open consoles of it. */
async function noteAudit(context: Context, entry: AuditEntry, transaction?: AnyTransaction): Promise<void> {
  if (!transaction) return context.db.transaction().execute((own) => noteAudit(context, entry, own));
  await writeAudit(transaction, entry);
  await context.platform.outbox.publish(transaction, { type: `audit.${entry.action}`, subject: `audit/${entry.subject}`, data: {} });
}

/** An access token that its owner can see and revoke, no wider than what they came with. */
async function issueOwnToken(context: Context, actor: Actor, { description, expiresIn = year }: { description: string; expiresIn?: number }) {
  const account = await context.accounts.byName(actor.name);
  const order = await withinOwnToken(context, actor, {
    subject: actor.name,
    userId: account?.id ?? null,
    scope: actor.token?.scope ?? userScope,
    expiresIn,
    description,
    includeReference: true,
  });
  const issued = await issueToken(context, order, { actor: actor.name, address: '' });
  return { token: issued.accessToken, referenceToken: issued.referenceToken! };
}

/** @throws AppError where the call does not come from a deployment that is trusted */
async function provePeer(context: Context, call: SignedCall): Promise<Peer> {
  const peer = await proveCall(context, call);
  await context.federation.endPausesOf(peer);
  return peer;
}

/** Turns what requests present into actors. */
export function readIdentity(context: Context, tokenUse: TokenUse): Identity {
  /** Asked at this route, where it is a request. */
  async function actorByToken(secret: string, route?: string): Promise<Actor | undefined> {
    const token = looksLikeToken(secret) ? await findToken(context, secret) : undefined;
    if (token?.pass) return route?.startsWith(`${token.pass.under}/`) || route === token.pass.under ? readActorOfPass(context, token.pass) : undefined;
    const actor = token && (await readActorOfToken(context, token));
    if (actor && token.id) tokenUse.note(token.id);
    return actor;
  }

  async function actorByCredentials(user: string, secret: string, address: string): Promise<Actor | undefined> {
    // A token names its user by itself; many clients send any name beside it.
    const byToken = await actorByToken(secret);
    if (byToken || isTokenOnly(secret)) return byToken;
    const account = await context.passwordCheck.check(user, openPassword(context.platform.secrets, user, secret), address);
    if (!account) return undefined;
    if (await isPasswordExpired(context, account)) throw new AppError('password_expired');
    await refuseLonePassword(context, account);
    return makeActorOfAccount(account, 'password');
  }

  async function byCredentials(request: FastifyRequest): Promise<Actor | undefined> {
    const given = makeCredentials(request.headers);
    if (given.kind === 'none') return (await readActorOfSession(context, request)) ?? readActorOfVisitor(context);
    if (given.kind === 'pair') return actorByCredentials(given.user, given.secret, request.ip);
    return given.kind === 'token' ? actorByToken(given.token, request.routeOptions.url) : undefined;
  }

  return {
    async actorOf(request) {
      const actor = await byCredentials(request);
      if (!actor) throw new AppError('bad_credentials');
      return actor;
    },
    peerOf: (call) => provePeer(context, call),
    actorByCredentials,
    actorByToken: (secret) => actorByToken(secret),
    async actorOfUser(name) {
      const account = await context.accounts.byName(name);
      return account?.enabled ? { actor: makeActorOfAccount(account, 'none'), account: String(account.id) } : undefined;
    },
    issueShortToken: (actor, scope, seconds) => issueShortToken(context, actor, scope, seconds),
    issueAccessToken: (actor, options) => issueOwnToken(context, actor, options),
    async endAccessToken(token, address) {
      const [found, actor] = await Promise.all([findToken(context, token), actorByToken(token)]);
      if (!actor || found?.id === undefined || found.isShort || actor.scope) return false;
      await revokeToken(context, actor, found.id, { actor: actor.name, address });
      return true;
    },
    ownAccount: ownAccount(context),
    basicRealm: () => context.settings.basicRealm(),
    async anonymousAllowed(where) {
      const { anonymousAccess, anonymousUiBlocked } = await context.settings.read();
      return anonymousAccess && !(where === 'console' && anonymousUiBlocked);
    },
    audit: (entry, transaction) => noteAudit(context, entry, transaction),
  };
}
