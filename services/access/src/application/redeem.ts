import { hash, timingSafeEqual } from 'node:crypto';
import type { requestApplicationToken } from '@packhouse/contract/access/access-application-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import type { RouteParsed, RouteReply } from '@packhouse/contract/route.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { type Change, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { fingerprint } from '../secret/fingerprint.ts';
import { type IssuedToken, nameToken, replaceToken, writeToken } from '../token/token.ts';
import type { TokenOrder } from '../token/token-order.ts';
import type { RegisteredApplication } from './applications.ts';
import { refusal } from './client-proof.ts';
import { deleteGrant, type GrantRow, insertSpentRefresh, markCodeUsed, selectGrantByCode, selectGrantByRefresh, selectGrantBySpent } from './grant-queries.ts';

/** Seconds. */
const tokenLife = 3600;

type Request = RouteParsed<typeof requestApplicationToken>['body'];
type Record = (change: Change) => Promise<void>;

/** Who asks, and where the change that comes of it is written. */
interface Work {
  context: Context;
  application: RegisteredApplication;
  transaction: ChangeTransaction;
  record: Record;
}

function inWork<T>(context: Context, application: RegisteredApplication, address: string, run: (work: Work) => Promise<T>): Promise<T> {
  return inChange(context, { actor: `application:${application.name}`, address }, (transaction, record) => run({ context, application, transaction, record }));
}

/** Somebody holds what only the application should: nothing that came of it counts any more. https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2 */
async function end({ application, transaction, record }: Work, { id, user_name }: GrantRow, reason: Said): Promise<undefined> {
  await deleteGrant(transaction, id);
  await record({ action: 'application.grant_ended', subject: application.name, before: { user: user_name }, after: { reason: reason.message } });
}

/** https://www.rfc-editor.org/rfc/rfc7636#section-4.6; a verifier for a code that was asked for without a challenge shows that the two do not belong together. */
function fitsChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined;
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const [given, expected] = [Buffer.from(hash('sha256', verifier, 'base64url')), Buffer.from(challenge)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function fits(grant: GrantRow, { redirect_uri, code_verifier }: Request): boolean {
  const isCallback = redirect_uri === undefined ? !grant.callback_named : redirect_uri === grant.callback_url;
  return isCallback && fitsChallenge(grant.challenge, code_verifier);
}

/** Tells what the token shall be: its user's while that user is there and enabled. */
async function readOrder({ context, application }: Work, grant: GrantRow): Promise<TokenOrder | undefined> {
  const account = await context.accounts.byName(grant.user_name);
  if (!account?.enabled || account.id !== grant.user_id) return undefined;
  const { id: grantId, scope } = grant;
  return { subject: account.name, userId: account.id, scope, expiresIn: tokenLife, description: application.name, refreshable: true, grantId };
}

function getAnswer({ accessToken, refreshToken = '', expiresIn, scope }: IssuedToken): RouteReply<typeof requestApplicationToken> {
  return { access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn, refresh_token: refreshToken, scope };
}

async function useCode(work: Work, request: Request, code: string): Promise<IssuedToken | undefined> {
  const { context, application, transaction, record } = work;
  const grant = await selectGrantByCode(transaction, fingerprint(code));
  if (grant?.application_id !== application.id) return undefined;
  if (grant.code_used_at) return end(work, grant, say(accessWords.code_used_twice));
  if (grant.code_expires_at.getTime() <= Date.now()) return undefined;
  if (!fits(grant, request)) return end(work, grant, say(accessWords.code_callback_differs));
  const order = await readOrder(work, grant);
  if (!order) return undefined;
  await markCodeUsed(transaction, grant.id);
  // The user made it, in the sense that it is worth what the user is in.
  const issued = await writeToken(context, transaction, order, order.subject);
  const { scope, description, expiresIn } = order;
  const name = nameToken(order.subject, description);
  await record({ action: 'token.created', subject: issued.id, name, after: { user: order.subject, scope, description, expiresIn } });
  return issued;
}

async function useRefresh(work: Work, request: Request, refresh: string): Promise<IssuedToken | undefined> {
  const { context, application, transaction, record } = work;
  const spentHash = fingerprint(refresh);
  const found = await selectGrantByRefresh(transaction, spentHash);
  const grant = found?.grant ?? (await selectGrantBySpent(transaction, spentHash));
  if (grant?.application_id !== application.id) return undefined;
  if (!found) return end(work, grant, say(accessWords.refresh_token_used_twice));
  if (request.scope && request.scope !== grant.scope) throw refusal('invalid_scope', say(accessWords.scope_differs));
  const order = await readOrder(work, grant);
  if (!order) return undefined;
  await insertSpentRefresh(transaction, spentHash, grant.id);
  const issued = await replaceToken(context, transaction, found.tokenId, order, order.subject);
  const name = nameToken(order.subject, order.description);
  await record({ action: 'token.refreshed', subject: issued.id, name, before: { id: found.tokenId }, after: { user: order.subject, scope: order.scope } });
  return issued;
}

/** Turns a code, or a refresh token, into tokens that stand for the user who agreed. @throws AppError in the words of RFC 6749 */
export async function redeem(context: Context, application: RegisteredApplication, request: Request, address: string) {
  const { grant_type, code, refresh_token } = request;
  if (grant_type !== 'authorization_code' && grant_type !== 'refresh_token') throw refusal('unsupported_grant_type', say(accessWords.grant_types));
  const proof = grant_type === 'authorization_code' ? code : refresh_token;
  if (!proof) throw refusal('invalid_request', grant_type === 'authorization_code' ? say(accessWords.code_missing) : say(accessWords.refresh_token_missing));
  const use = grant_type === 'authorization_code' ? useCode : useRefresh;
  const issued = await inWork(context, application, address, (work) => use(work, request, proof));
  if (!issued) throw refusal('invalid_grant', say(accessWords.grant_invalid));
  return getAnswer(issued);
}
