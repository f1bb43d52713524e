import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign as signWith } from 'node:crypto';

/** Where a receiver of today finds the signature. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const encoded = 'whsec_';

/** Of a secret that says it is base64, the bytes it stands for; of all others, their own. */
const getKey = (secret: string) => (secret.startsWith(encoded) ? Buffer.from(secret.slice(encoded.length), 'base64') : Buffer.from(secret));

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

const openKey = (key: string) => createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });

/** Makes a key that signs, in the form in which it is kept (PKCS #8 in base64). */
export function makeSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

/** The half of a key that receivers verify with, as the standard writes it. */
export function getPublicKey(key: string): string {
  const { x = '' } = createPublicKey(openKey(key)).export({ format: 'jwk' });
  return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
}

/** One signature for each key: whoever verifies them knows nothing to sign with. */
export function signWithKeys(signed: Signed, keys: readonly string[]): string[] {
  return keys.map((key) => `v1a,${signWith(null, Buffer.from(getSigned(signed)), openKey(key)).toString('base64')}`);
}

/** The signature that receivers written for the older header expect. */
export function signPlainly(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
