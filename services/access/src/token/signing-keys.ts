import type { Secrets } from '@packhouse/kernel/access/secrets.ts';
import { CompactSign, type CryptoKey, calculateJwkThumbprint, compactVerify, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Db } from '../schema.ts';
import { insertFirstSigningKey, selectSigningKeys } from './signing-key-queries.ts';

const algorithm = 'EdDSA';

/** Our tokens say this. `jti` names the stored token; a short token has none of its own and names its parent instead. */
export interface Claims {
  iss: string;
  sub: string;
  aud: string;
  scp: string;
  iat: number;
  exp?: number;
  jti: string;
  [own: string]: unknown;
}

export interface SigningKeys {
  sign(claims: Claims): Promise<string>;
  /** Gives what the token says when we signed it and it has not expired. */
  verify(token: string): Promise<Claims | undefined>;
}

/**
 * JSON in plain ASCII without `>`, `?` and `~`: some clients decode the payload with the standard base64 alphabet, and these are the only bytes
 * that make the URL-safe one differ.
 */
function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(/[>?~\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function makeFirstKey(db: Db, secrets: Secrets): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true });
  const publicJwk = await exportJWK(publicKey);
  await insertFirstSigningKey(db, {
    id: await calculateJwkThumbprint(publicJwk),
    publicKey: publicJwk,
    sealedPrivateKey: secrets.encrypt(JSON.stringify(await exportJWK(privateKey))),
  });
}

/** The deployment's keys; the newest signs, all verify. The first is made at the first start. */
export async function signingKeys(db: Db, secrets: Secrets): Promise<SigningKeys> {
  if ((await selectSigningKeys(db)).length === 0) await makeFirstKey(db, secrets);
  const rows = await selectSigningKeys(db);
  const publicKeys = new Map<string, CryptoKey>();
  for (const { id, public_key } of rows) publicKeys.set(id, (await importJWK(public_key, algorithm)) as CryptoKey);
  const newest = rows[0]!;
  const privateKey = (await importJWK(JSON.parse(secrets.decrypt(newest.sealed_private_key)) as JWK, algorithm)) as CryptoKey;
  return {
    sign: (claims) =>
      new CompactSign(new TextEncoder().encode(plainJson(claims))).setProtectedHeader({ alg: algorithm, kid: newest.id, typ: 'JWT' }).sign(privateKey),
    async verify(token) {
      try {
        const { payload } = await compactVerify(
          token,
          ({ kid }) => {
            const key = publicKeys.get(kid ?? '');
            if (!key) throw new Error('unknown key');
            return key;
          },
          { algorithms: [algorithm, 'Ed25519'] },
        );
        const claims = JSON.parse(new TextDecoder().decode(payload)) as Claims;
        return claims.exp !== undefined && claims.exp * 1000 <= Date.now() ? undefined : claims;
      } catch {
        // Whatever is wrong with it, it is not a token of ours.
        return undefined;
      }
    },
  };
}
export { selectSigningKeys };
