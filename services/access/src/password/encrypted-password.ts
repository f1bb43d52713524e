import type { Secrets } from '@packhouse/kernel/access/secrets.ts';
import { findUserName } from './check-password.ts';

/** No rule for passwords speaks against these letters: a password that begins with them and was not made here is taken as it is. */
const mark = 'AP1.';

/** The password of a user under the platform's key, for the settings of a client. Only this platform can open it, and only for this user. */
export function encryptPassword(secrets: Secrets, user: string, password: string): string {
  const sealed = secrets.encrypt(JSON.stringify({ purpose: 'password', user: findUserName(user), password }));
  return `${mark}${Buffer.from(sealed).toString('base64url')}`;
}

/** The password that a client presents: what is encrypted is opened, everything else stays as it is. */
export function openPassword(secrets: Secrets, user: string, presented: string): string {
  if (!presented.startsWith(mark)) return presented;
  try {
    const inner = JSON.parse(secrets.decrypt(Buffer.from(presented.slice(mark.length), 'base64url').toString())) as Record<string, unknown>;
    const isTheirs = inner.purpose === 'password' && inner.user === findUserName(user) && typeof inner.password === 'string';
    return isTheirs ? String(inner.password) : presented;
  } catch {
    return presented;
  }
}
