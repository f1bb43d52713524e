import { hash } from 'node:crypto';
import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Peer, SignedCall } from '@packhouse/kernel/access/signed-call.ts';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { insertCall, selectPeer } from './peer-queries.ts';
import { toPeer } from './peer-view.ts';
import { readSigned } from './signed-text.ts';

/** The scheme of the header that a signed call has. */
export const callScheme = 'Peer';
/** Seconds that a call may be old, or that the clock of its sender may be ahead. */
const tolerance = 60;

/** Under the signature of a call. */
export const CallClaims = z.object({
  iss: z.string().max(200),
  aud: z.string().max(200),
  /** Seconds. */
  iat: z.number(),
  exp: z.number(),
  jti: z.string().min(16).max(64),
  method: z.string(),
  path: z.string(),
  /** SHA-256 of the body, in base64url. */
  body: z.string(),
});
export type CallClaims = z.output<typeof CallClaims>;

export const digestOf = (body: Uint8Array): string => hash('sha256', body, 'base64url');

/** @throws AppError with both clocks, by which the caller corrects its own */
function requireSameTime({ iat, exp }: CallClaims): void {
  const now = Date.now();
  const seconds = now / 1000;
  if (Math.abs(seconds - iat) <= tolerance && seconds <= exp + tolerance) return;
  const moment = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  const there = Math.abs(iat) < 8_640_000_000_000 ? moment(iat * 1000) : String(iat);
  throw new AppError(trustWords.clocks_differ, { here: moment(now), there }, { detail: { clock: now } });
}

/** Which trusted deployment signed a call; each signature counts once. @throws AppError `unauthenticated`, `forbidden` where the trust has ended */
export async function proveCall({ db, deployment }: Pick<Context, 'db' | 'deployment'>, call: SignedCall): Promise<Peer> {
  const [scheme, text = ''] = (call.authorization ?? '').split(' ');
  if (scheme !== callScheme || text.length > 8192) throw new AppError(trustWords.call_unsigned);
  const signed = await readSigned(text, 'call', CallClaims);
  if (!signed) throw new AppError(trustWords.call_signature_wrong);
  const { claims, keyId } = signed;
  const row = await selectPeer(db, claims.iss);
  const key = row?.keys.find(({ id }) => id === keyId);
  if (!row || !key) throw new AppError(trustWords.caller_unknown);
  if (key.until !== undefined && Date.parse(key.until) < Date.now()) throw new AppError(trustWords.caller_unknown);
  if (row.revoked_at) throw new AppError(trustWords.trust_ended, { name: row.name });
  if (claims.aud !== deployment) throw new AppError(trustWords.call_for_other);
  if (claims.method !== call.method || claims.path !== call.path) throw new AppError(trustWords.call_signature_wrong);
  requireSameTime(claims);
  if (digestOf(await call.readBody()) !== claims.body) throw new AppError(trustWords.call_signature_wrong);
  if (await insertCall(db, row.id, claims.jti)) return toPeer(row);
  const isTrusted = (await selectPeer(db, row.id))?.revoked_at === null;
  throw isTrusted ? new AppError(trustWords.call_repeated) : new AppError(trustWords.trust_ended, { name: row.name });
}
