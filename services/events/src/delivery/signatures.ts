import { createHmac } from 'node:crypto';

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

/** One signature for each secret, so that a receiver may know the old one or the new one. */
export function sign({ id, timestamp, body }: Signed, secrets: readonly string[]): string {
  return secrets
    .map((secret) => createHmac('sha256', getKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ');
}

/** The signature that receivers written for the older header expect. */
export function signPlainly(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
