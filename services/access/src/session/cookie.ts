import { hash } from 'node:crypto';
import { isReachedSecurely } from '@packhouse/kernel/http/http.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';

/** The name of one of our cookies. Browsers send what a host gave them to all its ports, so installations side by side need names apart. */
export function cookieName({ deployment }: Pick<Context, 'deployment'>, purpose: 'session' | 'sign_in' | 'second_step'): string {
  return `packhouse_${purpose}_${hash('sha256', deployment, 'hex').slice(0, 8)}`;
}

export interface CookieOptions {
  path?: string;
  sameSite?: 'lax' | 'strict';
  /** Whole seconds; without them it goes when the browser is closed, and 0 takes it away at once. */
  maxAge?: number;
}

/** Gives a browser a cookie that no script can read, and that never travels in the clear where the platform is reached over TLS. */
export function putCookie(
  context: Pick<Context, 'platform'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { name, value }: { name: string; value: string },
  options: CookieOptions = {},
): void {
  reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure: isReachedSecurely(request, context.platform), ...options });
}
