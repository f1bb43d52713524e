import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { fingerprint, randomSecret } from '../secret/fingerprint.ts';
import { cookieName, putCookie } from './cookie.ts';
import {
  deleteSession,
  deleteSessionsOf,
  deleteExpiredSessions as forgetExpiredSessions,
  insertSession,
  selectSession,
  updateSessionExpiry,
} from './session-queries.ts';

/** Every installation's name for its cookie once. A session that began under it goes on, and its cookie gets our own name. */
const earlierName = 'packhouse_session';
/** A session's end is moved on at most this often. */
const rollingStep = 5 * 60_000;

const secretIn = (request: FastifyRequest, name: string): string | undefined => /^[\w-]{43}$/.exec(request.cookies[name] ?? '')?.[0];

/** Gives what the request's session cookie holds, when it has the shape of ours. */
export function findSessionSecret(context: Pick<Context, 'deployment'>, request: FastifyRequest): string | undefined {
  return secretIn(request, cookieName(context, 'session')) ?? secretIn(request, earlierName);
}

function lifetime({ platform }: Context, remember: boolean): number {
  const { hours, rememberDays } = platform.config.session;
  return remember ? rememberDays * 86_400_000 : hours * 3_600_000;
}

function setCookie(context: Context, request: FastifyRequest, reply: FastifyReply, value: string, seconds: number | undefined): void {
  const age = seconds === undefined ? {} : { maxAge: Math.floor(seconds) };
  putCookie(context, { request, reply }, { name: cookieName(context, 'session'), value }, age);
}

/** Whether the session of this request came in the cookie of the earlier name. */
function isUnderEarlierName(context: Context, request: FastifyRequest): boolean {
  return secretIn(request, cookieName(context, 'session')) === undefined && secretIn(request, earlierName) !== undefined;
}

/** Takes the cookie of the earlier name away; only where it held a session of ours, for another installation may still use it. */
function dropEarlierCookie(context: Context, request: FastifyRequest, reply: FastifyReply): void {
  putCookie(context, { request, reply }, { name: earlierName, value: '' }, { maxAge: 0 });
}

/** Starts a session under a fresh secret, whatever cookie came along; the session of that cookie ends. */
export async function startSession(context: Context, userId: number, remember: boolean, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const before = findSessionSecret(context, request);
  const wasOurs = before !== undefined && (await deleteSession(context.db, fingerprint(before))) !== undefined;
  const secret = randomSecret(32);
  const milliseconds = lifetime(context, remember);
  await insertSession(context.db, {
    hash: fingerprint(secret),
    user_id: userId,
    remember,
    address: request.ip,
    expires_at: new Date(Date.now() + milliseconds),
  });
  setCookie(context, request, reply, secret, remember ? milliseconds / 1000 : undefined);
  if (wasOurs && isUnderEarlierName(context, request)) dropEarlierCookie(context, request, reply);
}

/** Whose session this is, while it lasts; using it moves its end on. */
export async function findSession(context: Context, secret: string): Promise<{ userName: string; remember: boolean } | undefined> {
  const hash = fingerprint(secret);
  const found = await selectSession(context.db, hash);
  if (!found) return undefined;
  const end = Date.now() + lifetime(context, found.remember);
  if (end - found.expires_at.getTime() > rollingStep) await updateSessionExpiry(context.db, hash, new Date(end));
  return { userName: found.name, remember: found.remember };
}

/** Lets the browser keep a remembered session as long as the server does, under our own name. */
export async function renewCookie(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const secret = findSessionSecret(context, request);
  const session = secret && (await findSession(context, secret));
  const isEarlier = isUnderEarlierName(context, request);
  if (!secret || !session || !(session.remember || isEarlier)) return;
  setCookie(context, request, reply, secret, session.remember ? lifetime(context, true) / 1000 : undefined);
  if (isEarlier) dropEarlierCookie(context, request, reply);
}

/** Ends the session of this request's cookie and takes the cookie away; answers whose it was. */
export async function endSession(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
  const secret = findSessionSecret(context, request);
  setCookie(context, request, reply, '', 0);
  const name = secret && (await deleteSession(context.db, fingerprint(secret)));
  if (name && isUnderEarlierName(context, request)) dropEarlierCookie(context, request, reply);
  return name;
}

/** Ends all sessions of a user, except the one with this secret. */
export async function endSessionsOf(db: Db, userId: number, except?: string): Promise<void> {
  await deleteSessionsOf(db, userId, except && fingerprint(except));
}

export { forgetExpiredSessions };
