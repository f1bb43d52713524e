import { isReachedSecurely } from '@packhouse/kernel/http.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { fingerprint, randomSecret } from '../fingerprint.ts';
import type { Db } from '../schema.ts';
import {
  deleteSession,
  deleteSessionsOf,
  deleteExpiredSessions as forgetExpiredSessions,
  insertSession,
  selectSession,
  updateSessionExpiry,
} from './session-queries.ts';

export const sessionCookie = 'packhouse_session';
/** A session's end is moved on at most this often. */
const rollingStep = 5 * 60_000;

/** What the request's session cookie holds, when it has the shape of ours. */
export function sessionSecretOf(request: FastifyRequest): string | undefined {
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === sessionCookie && value && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}

function lifetime({ platform }: Context, remember: boolean): number {
  const { hours, rememberDays } = platform.config.session;
  return remember ? rememberDays * 86_400_000 : hours * 3_600_000;
}

function setCookie(context: Context, request: FastifyRequest, reply: FastifyReply, value: string, seconds: number | undefined): void {
  const secure = isReachedSecurely(request, context.platform);
  const parts = [`${sessionCookie}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (secure) parts.push('Secure');
  if (seconds !== undefined) parts.push(`Max-Age=${Math.floor(seconds)}`);
  reply.header('set-cookie', parts.join('; '));
}

/** Starts a session under a fresh secret, whatever cookie came along; the session of that cookie ends. */
export async function startSession(context: Context, userId: number, remember: boolean, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const earlier = sessionSecretOf(request);
  if (earlier) await deleteSession(context.db, fingerprint(earlier));
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

/** Lets the browser keep a remembered session as long as the server does. */
export async function renewCookie(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const secret = sessionSecretOf(request);
  if (!secret || !(await findSession(context, secret))?.remember) return;
  setCookie(context, request, reply, secret, lifetime(context, true) / 1000);
}

/** Ends the session of this request's cookie and takes the cookie away; answers whose it was. */
export async function endSession(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
  const secret = sessionSecretOf(request);
  setCookie(context, request, reply, '', 0);
  return secret ? deleteSession(context.db, fingerprint(secret)) : undefined;
}

/** Ends all sessions of a user, except that of this request. */
export async function endSessionsOf(db: Db, userId: number, except?: FastifyRequest): Promise<void> {
  const secret = except && sessionSecretOf(except);
  await deleteSessionsOf(db, userId, secret && fingerprint(secret));
}

export { forgetExpiredSessions };
