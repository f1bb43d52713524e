import { randomUUID } from 'node:crypto';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Actor, Grant } from '@packhouse/kernel/access/authorisation.ts';
import { type By, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { fingerprint, randomSecret } from '../secret/fingerprint.ts';
import { parseScope } from './scope.ts';
import { getIssuer, readSubject } from './subject.ts';
import type { TokenOrder } from './token-order.ts';
import { insertToken, retireRefreshed, selectRefreshed, selectToken } from './token-queries.ts';

export interface IssuedToken {
  id: string;
  subject: string;
  scope: string;
  accessToken: string;
  referenceToken: string | undefined;
  refreshToken: string | undefined;
  /** Seconds; 0 never ends. */
  expiresIn: number;
}

/** Makes a token inside of a larger change, which has to record it. */
export async function writeToken(context: Context, db: Db, order: TokenOrder, createdBy: string): Promise<IssuedToken> {
  const id = randomUUID();
  const issuedAt = Math.floor(Date.now() / 1000);
  const { deployment } = context;
  const audience = order.audience ?? '*@*';
  const accessToken = await context.keys.sign({
    iss: getIssuer(deployment),
    sub: readSubject(deployment, order.subject),
    aud: audience,
    scp: order.scope,
    iat: issuedAt,
    ...(order.expiresIn > 0 ? { exp: issuedAt + order.expiresIn } : {}),
    jti: id,
  });
  const referenceToken = order.includeReference ? randomSecret(48) : undefined;
  const refreshToken = order.refreshable ? randomSecret(48) : undefined;
  await insertToken(db, {
    id,
    user_id: order.userId,
    subject: order.subject,
    scope: order.scope,
    audience,
    description: order.description ?? '',
    created_by: createdBy,
    issued_at: new Date(),
    expires_at: order.expiresIn > 0 ? new Date((issuedAt + order.expiresIn) * 1000) : null,
    reference_hash: referenceToken ? fingerprint(referenceToken) : null,
    refresh_hash: refreshToken ? fingerprint(refreshToken) : null,
    grant_id: order.grantId ?? null,
  });
  return { id, subject: order.subject, scope: order.scope, accessToken, referenceToken, refreshToken, expiresIn: order.expiresIn };
}

/** Makes a token in place of one whose refresh token was used, inside of a larger change. */
export async function replaceToken(context: Context, db: Db, id: string, order: TokenOrder, createdBy: string): Promise<IssuedToken> {
  await retireRefreshed(db, id);
  return writeToken(context, db, order, createdBy);
}

/** Names a token as people know it: by what it is for, and whom it stands for. */
export const nameToken = (user: string, description?: string | null): string => [description, user].filter(Boolean).join(' · ');

/** Makes a token and writes down that it was made. Whether the caller may have it was decided before. */
export function issueToken(context: Context, order: TokenOrder, by: By): Promise<IssuedToken> {
  return inChange(context, by, async (transaction, record) => {
    const issued = await writeToken(context, transaction, order, by.actor);
    const { scope, description, expiresIn } = order;
    const name = nameToken(order.subject, description);
    await record({ action: 'token.created', subject: issued.id, name, after: { user: order.subject, scope, description, expiresIn } });
    return issued;
  });
}

async function usableFor(context: Context, transaction: ChangeTransaction, refreshToken: string) {
  const row = await selectRefreshed(transaction, fingerprint(refreshToken));
  // An application itself renews what it got, proving who it is. https://www.rfc-editor.org/rfc/rfc6749#section-6
  if (!row || row.grant_id !== null) return undefined;
  if (row.user_id !== null && !(await context.accounts.byName(row.subject))?.enabled) return undefined;
  return row;
}

/**
 * A new token in place of the one that the refresh token belongs to: same user, same scope, the same life unless said. Works once.
 * With `expected`, only when the refresh token belongs to that token.
 */
export function refreshToken(context: Context, refresh: string, options: { expiresIn?: number | undefined; expected?: string | undefined }, address: string) {
  return inChange(context, { actor: 'unknown', address }, async (transaction, record) => {
    const row = await usableFor(context, transaction, refresh);
    if (!row || (options.expected !== undefined && options.expected !== row.id)) return undefined;
    const life = row.expires_at ? Math.ceil((row.expires_at.getTime() - row.issued_at.getTime()) / 1000) : 0;
    // Nobody makes a token live longer by refreshing it.
    const wanted = options.expiresIn ?? life;
    const expiresIn = life === 0 ? wanted : Math.min(wanted === 0 ? life : wanted, life);
    const issued = await replaceToken(
      context,
      transaction,
      row.id,
      { subject: row.subject, userId: row.user_id, scope: row.scope, audience: row.audience, description: row.description, expiresIn, refreshable: true },
      row.created_by,
    );
    const name = nameToken(row.subject, row.description);
    await record({
      actor: row.subject,
      action: 'token.refreshed',
      subject: issued.id,
      name,
      before: { id: row.id },
      after: { user: row.subject, scope: row.scope },
    });
    return issued;
  });
}

/** Refuses actors whose own token was narrowed for one purpose: nothing wider may come out of it. */
function requireWholeActor(actor: Actor): void {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  if (actor.scope) throw new AppError(accessWords.narrow_token_makes_none);
}

/** Reads what the asking token itself was made of; it may have ended since it was looked at. */
async function readParent(context: Context, actor: Actor) {
  if (!actor.token?.id) return undefined;
  const parent = await selectToken(context.db, actor.token.id);
  if (!parent) throw new AppError('bad_credentials');
  return parent;
}

/** Holds what is asked for within what the asking token itself may: its scope, its end, and what it was made of. */
export async function withinOwnToken(context: Context, actor: Actor, order: TokenOrder): Promise<TokenOrder> {
  requireWholeActor(actor);
  if (actor.token && parseScope(actor.token.scope)?.powers !== 'user' && !actor.administrator && order.scope !== actor.token.scope) {
    throw new AppError(accessWords.token_scope_fixed);
  }
  const parent = await readParent(context, actor);
  if (!parent?.expires_at) return order;
  const longest = Math.max(1, Math.floor((parent.expires_at.getTime() - Date.now()) / 1000));
  // Refreshing starts the life anew each time, so it would outlast the asking token.
  const held = { ...order, expiresIn: order.expiresIn === 0 ? longest : Math.min(order.expiresIn, longest), refreshable: false };
  return parent.grant_id === null ? held : { ...held, grantId: parent.grant_id };
}

/** The grant, held within what was already narrowed before. */
function hold(grant: Grant, within: readonly Grant[]): Grant {
  return { ...grant, within: grant.within ? grant.within.map((outer) => hold(outer, within)) : within };
}

/** Signs a token that is not stored: it stands for the actor, narrowed to `grants`, and dies with the token the actor came with. */
export async function issueShortToken(context: Context, actor: Actor, grants: readonly Grant[] | undefined, seconds: number): Promise<string> {
  const { deployment } = context;
  const issuedAt = Math.floor(Date.now() / 1000);
  const within = actor.scope;
  const narrowed = grants && within ? grants.map((grant) => hold(grant, within)) : (grants ?? within);
  const account = actor.kind === 'user' ? await context.accounts.byName(actor.name) : undefined;
  return context.keys.sign({
    iss: getIssuer(deployment),
    sub: readSubject(deployment, actor.name),
    aud: '*@*',
    scp: actor.token?.scope ?? 'applied-permissions/user',
    iat: issuedAt,
    exp: issuedAt + Math.max(1, Math.floor(seconds)),
    jti: randomUUID(),
    sht: true,
    ...(account ? { uid: account.id } : {}),
    ...(actor.kind === 'anonymous' ? { anon: true } : {}),
    ...(actor.token?.id ? { ptk: actor.token.id } : {}),
    ...(narrowed ? { grants: narrowed } : {}),
  });
}
