import { hash, randomBytes } from 'node:crypto';

/** Gives what is stored of a secret that nobody can guess: enough to recognise it, useless to a thief. */
export function fingerprint(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** A fresh secret of `bytes` random bytes. */
export function randomSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
