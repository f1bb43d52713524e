import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { cookieName, putCookie } from '../session/cookie.ts';

const seconds = 600;

/** This is kept in the browser while somebody is at a provider. */
export interface PendingSignIn {
  /** Key of the provider, as in `ExternalIdentity`. */
  provider: string;
  /** This must come back: OAuth's state, or the id of the SAML request. */
  state: string;
  /** Further secrets of the protocol: PKCE verifier, nonce. */
  verifier?: string;
  nonce?: string;
  /** The token of the invitation that is taken up by this sign-in. */
  invitation?: string;
}

function write(context: Context, request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  putCookie(context, { request, reply }, { name: cookieName(context, 'sign_in'), value }, { maxAge });
}

/**
 * Ties the answer of a provider to the browser that asked: whoever was handed somebody else's answer has no such cookie. Encrypted, so nothing about
 * sign-ins under way has to be kept here, and nobody can fill a table by asking.
 */
export function keepPending(context: Context, request: FastifyRequest, reply: FastifyReply, pending: PendingSignIn): void {
  const sealed = context.platform.secrets.encrypt(JSON.stringify({ ...pending, until: Date.now() + seconds * 1000 }));
  write(context, request, reply, sealed, seconds);
}

/** Takes what was kept, when it is ours and in time; the cookie goes. */
export function takePendingCookie(context: Context, request: FastifyRequest, reply: FastifyReply): PendingSignIn | undefined {
  const value = request.cookies[cookieName(context, 'sign_in')];
  if (!value) return undefined;
  write(context, request, reply, '', 0);
  try {
    const kept = JSON.parse(context.platform.secrets.decrypt(value)) as PendingSignIn & { until: number };
    return kept.until > Date.now() ? kept : undefined;
  } catch {
    // Not written by us.
    return undefined;
  }
}
