import { createHmac, createPrivateKey, createPublicKey, createSecretKey, generateKeyPairSync, type KeyObject, sign as signWith } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Where a receiver of today finds the signature. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const encoded = 'whsec_';

/** Of a secret that says it is base64, the bytes it stands for; of all others, their own. */
const readSecret = (secret: string) => (secret.startsWith(encoded) ? Buffer.from(secret.slice(encoded.length), 'base64') : Buffer.from(secret));

/** Remembers keys as they are used: opening one costs many times what signing a message with it does. */
function rememberKeys(open: (secret: string) => KeyObject): (secret: string) => KeyObject {
  const opened = new LRUCache<string, KeyObject>({ max: 500 });
  return (secret) => {
    const known = opened.get(secret) ?? open(secret);
    opened.set(secret, known);
    return known;
  };
}

const getKey = rememberKeys((secret) => createSecretKey(readSecret(secret)));
const getPlainKey = rememberKeys((secret) => createSecretKey(Buffer.from(secret)));
const getPrivateKey = rememberKeys((key) => createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' }));

export interface Signed {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

const getSigned = ({ id, timestamp, body }: Signed) => `${id}.${timestamp}.${body}`;

/** One signature for each secret, so that a receiver may know the old one or the new one. */
export function sign(signed: Signed, secrets: readonly string[]): string[] {
  return secrets.map((secret) => `v1,${createHmac('sha256', getKey(secret)).update(getSigned(signed)).digest('base64')}`);
}

/** Makes a key that signs, in the form in which it is kept (PKCS #8 in base64). */
export function makeSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

/** The half of a key that receivers verify with, as the standard writes it. */
export function getPublicKey(key: string): string {
  const { x = '' } = createPublicKey(getPrivateKey(key)).export({ format: 'jwk' });
  return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
}

/** One signature for each key: whoever verifies them knows nothing to sign with. */
export function signWithKeys(signed: Signed, keys: readonly string[]): string[] {
  return keys.map((key) => `v1a,${signWith(null, Buffer.from(getSigned(signed)), getPrivateKey(key)).toString('base64')}`);
}

/** The signature that receivers written for the older header expect. */
export function signPlainly(body: string, secret: string): string {
  return createHmac('sha256', getPlainKey(secret)).update(body).digest('hex');
}
