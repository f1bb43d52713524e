import { DeploymentKey } from '@packhouse/contract/access/access-trust-routes.ts';
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import type { z } from 'zod';
import type { SignedKind } from './deployment-keys.ts';

/** A text whose signature fits the key that stands in its head. Whose key that is, whoever reads it has to know. */
export interface Signed<Claims> {
  claims: Claims;
  key: DeploymentKey;
  /** Thumbprint of the key. */
  keyId: string;
}

/** Reads a signed text of this kind; undefined when it is none, whatever is wrong with it. */
export async function readSigned<Schema extends z.ZodType>(text: string, kind: SignedKind, schema: Schema): Promise<Signed<z.output<Schema>> | undefined> {
  try {
    const { alg, typ, jwk } = decodeProtectedHeader(text);
    if (alg !== 'EdDSA' || typ !== `packhouse-${kind}`) return undefined;
    const key = DeploymentKey.parse(jwk);
    const { payload } = await compactVerify(text, await importJWK(key, 'EdDSA'), { algorithms: ['EdDSA'] });
    const claims = schema.parse(JSON.parse(Buffer.from(payload).toString('utf8')));
    return { claims, key, keyId: await calculateJwkThumbprint(key) };
  } catch {
    return undefined;
  }
}
