import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import { type Actor, anonymousActor, type Grant } from '@packhouse/kernel/access/authorisation.ts';
import type { Account, Powers } from '../account/accounts.ts';
import type { Context } from '../context.ts';
import { isOfRoles } from '../project/held-roles.ts';
import { fingerprint } from '../secret/fingerprint.ts';
import { findOwnerOfApiKey, looksLikeApiKey } from '../token/api-key.ts';
import { parseScope, userScope } from '../token/scope.ts';
import type { Claims } from '../token/signing-keys.ts';
import { findStoredToken, findTokenByReference, tellGoodToken } from '../token/stored-token.ts';
import { getIssuer, getUserNameOfSubject } from '../token/subject.ts';
import type { GoodToken } from '../token/token-states.ts';
import { tellPass } from '../trust/pass.ts';

const looksLikeJwt = (secret: string) => /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/.test(secret);
const looksLikeReference = (secret: string) => /^[\w-]{64}$/.test(secret);

/** Whether a secret may be a token at all; a password can look like one too. */
export const looksLikeToken = (secret: string) => looksLikeJwt(secret) || looksLikeReference(secret) || looksLikeApiKey(secret);

/** Nobody's password looks like this, so an expired token is not counted as a guess at one. */
export const isTokenOnly = (secret: string) => looksLikeJwt(secret) || looksLikeApiKey(secret);

async function shortToken(context: Context, claims: Claims): Promise<GoodToken | undefined> {
  if (typeof claims.peer === 'string') return tellPass(claims.peer, claims);
  const parent = typeof claims.ptk === 'string' ? await findStoredToken(context, claims.ptk) : undefined;
  if (claims.ptk !== undefined && !parent) return undefined;
  const ends = [claims.exp === undefined ? undefined : claims.exp * 1000, parent?.expires_at?.getTime()].filter((end) => end !== undefined);
  return {
    ...(parent ? { id: parent.id } : {}),
    userId: typeof claims.uid === 'number' ? claims.uid : undefined,
    subject: getUserNameOfSubject(claims.sub),
    scope: claims.scp,
    createdBy: parent?.created_by ?? getUserNameOfSubject(claims.sub),
    expiresAt: ends.length > 0 ? Math.min(...ends) : undefined,
    grants: claims.grants,
    isShort: true,
  };
}

async function loadToken(context: Context, secret: string): Promise<GoodToken | undefined> {
  if (looksLikeJwt(secret)) {
    const claims = await context.keys.verify(secret);
    if (!claims) return context.federation.findToken(secret);
    if (claims.iss !== getIssuer(context.deployment)) return undefined;
    if (claims.sht === true) return shortToken(context, claims);
    const row = await findStoredToken(context, claims.jti);
    return row && tellGoodToken(row);
  }
  if (looksLikeApiKey(secret)) {
    const owner = await findOwnerOfApiKey(context, secret);
    const account = owner === undefined ? undefined : await context.accounts.byName(owner);
    return account && { userId: account.id, subject: account.name, scope: userScope, createdBy: account.name, expiresAt: undefined, isShort: false };
  }
  if (!looksLikeReference(secret)) return undefined;
  const row = await findTokenByReference(context, secret);
  return row && tellGoodToken(row);
}

/** Tells what a token for groups gives: as its maker, if an administrator, wrote it; else only groups that the user still belongs to. */
async function readPowersOfGroups(context: Context, token: GoodToken, groups: readonly string[], own: Powers | undefined): Promise<Powers> {
  if (!own || token.createdBy !== token.subject) return context.accounts.ofGroups(groups);
  const wanted = new Set(groups.map((name) => name.toLowerCase()));
  return context.accounts.ofGroups(own.groups.filter((name) => wanted.has(name.toLowerCase())));
}

/** Tells what a token for roles in a project gives: as its maker, if an administrator, wrote it; else only roles that the user still has there. */
async function readPowersOfRoles(
  context: Context,
  token: GoodToken,
  roles: { project: string; names: readonly string[] },
  own: Account | undefined,
): Promise<Powers> {
  const nothing = { administrator: false, groups: [], grants: [] };
  if (!own || own.administrator || token.createdBy !== token.subject) return (await context.accounts.ofRoles(roles.project, roles.names)) ?? nothing;
  return { ...nothing, grants: own.grants.filter((grant) => isOfRoles(grant, roles)) };
}

/** The good token behind what was presented, or undefined. */
export function findToken(context: Context, secret: string): Promise<GoodToken | undefined> {
  return context.tokens.find(fingerprint(secret), () => loadToken(context, secret));
}

async function anonymousByToken(context: Context, grants: readonly Grant[] | undefined): Promise<Actor | undefined> {
  const { anonymousAccess } = await context.settings.read();
  if (!anonymousAccess) return undefined;
  const account = await context.accounts.byName(anonymousUser);
  return { ...anonymousActor(account?.grants), via: 'token', ...(grants ? { scope: grants } : {}) };
}

/** Who stands behind a token, with no more power than the token and its user still have. */
export async function readActorOfToken(context: Context, token: GoodToken): Promise<Actor | undefined> {
  if (token.pass) return undefined;
  const scope = parseScope(token.scope);
  if (!scope) return undefined;
  const grants = token.grants as readonly Grant[] | undefined;
  if (token.isShort && token.subject === anonymousUser) return anonymousByToken(context, grants);
  const account = await context.accounts.byName(token.subject);
  // A user of the same name who came later is somebody else.
  if (token.userId !== undefined && (!account?.enabled || account.id !== token.userId)) return undefined;
  const own = token.userId === undefined ? undefined : account;
  const { powers, roles } = scope;
  if (!own && typeof powers === 'string') return undefined;
  if (powers === 'administrator' && !own?.administrator) return undefined;
  const narrow = () => (roles ? readPowersOfRoles(context, token, roles, own) : readPowersOfGroups(context, token, powers as readonly string[], own));
  const given = typeof powers === 'string' ? own! : await narrow();
  const narrowed = grants ?? scope.within;
  return {
    kind: 'user',
    name: token.subject,
    administrator: given.administrator,
    groups: given.groups,
    grants: given.grants,
    realm: own?.realm ?? 'internal',
    via: 'token',
    ...(narrowed ? { scope: narrowed } : {}),
    token: { id: token.id ?? '', scope: token.scope },
  };
}
