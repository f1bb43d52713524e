import { randomBytes } from 'node:crypto';
import type { Enrolment } from '@packhouse/contract/access/auth-mfa-routes.ts';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const period = 30;

/** Makes what every authenticator app knows: SHA-1, six digits, half a minute. https://www.rfc-editor.org/rfc/rfc6238 */
function totp(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Packhouse', label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) });
}

/** 160 random bits, in base 32. */
export function freshSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function makeEnrolment(secret: string, userName: string): Enrolment {
  const uri = totp(secret, userName).toString();
  const qrCode = `data:image/svg+xml;base64,${Buffer.from(renderSVG(uri, { border: 2 })).toString('base64')}`;
  return { authenticator: 'google', secret, uri, qrCode };
}

/** Letters and digits only, in lower case. */
export function normalised(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

/** The time step whose code this is, one step of a clock that is wrong forgiven either way; undefined when it is none. Compares in constant time. */
export function readStep(secret: string, code: string, now = Date.now()): number | undefined {
  const token = normalised(code);
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totp(secret, '').validate({ token, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / period) + delta;
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten codes of sixteen characters, without letters that look alike. */
export function freshRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    let code = '';
    // Bytes past the last whole run of the alphabet are left out, so that every letter is as likely.
    while (code.length < 16) for (const byte of randomBytes(32)) if (byte < letters.length * 8 && code.length < 16) code += letters[byte % letters.length];
    return code.replace(/(.{4})(?=.)/g, '$1-');
  });
}
