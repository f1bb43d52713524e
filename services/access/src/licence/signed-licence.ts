import { createHash } from 'node:crypto';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { licenceTypes } from '@packhouse/contract/access/licence-types.ts';
import { namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { CompactSign, type CryptoKey, compactVerify, importJWK, importPKCS8, importSPKI } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** What licences and buckets are called by. */
const Identifier = z.string().regex(/^[\w-]{1,100}$/);

/** A licence says this. Times are in seconds, as in a JWT. */
const Claims = z.object({
  type: z.enum(licenceTypes).exclude(['N/A']),
  licensedTo: z.string().trim().min(1).max(200),
  iat: z.int().min(0),
  exp: z.int().min(0).max(253_402_300_799).optional(),
  /** Tells it from every other one. */
  jti: Identifier.optional(),
  /** The bucket that it was made in. */
  bkt: Identifier.optional(),
  /** So many projects it is meant for. */
  projects: z.int().min(0).max(2_147_483_647).optional(),
});
export type Claims = z.output<typeof Claims>;

const algorithm = 'EdDSA';

/** The key in PEM, or its bytes in base64url. https://www.rfc-editor.org/rfc/rfc8037 */
function importKey(key: string) {
  return key.includes('-----BEGIN') ? importSPKI(key, algorithm) : importJWK({ kty: 'OKP', crv: 'Ed25519', x: key }, algorithm);
}

const imported = new LRUCache<string, Promise<CryptoKey | Uint8Array>>({ max: 10 });
/** What was read before, by licence and key: a signature stays good. */
const vouched = new LRUCache<string, Claims>({ max: 5000 });

function importOnce(publicKey: string) {
  const known = imported.get(publicKey) ?? importKey(publicKey);
  imported.set(publicKey, known);
  return known;
}

/**
 * Reads a licence that was signed with the configured key.
 * @throws AppError `invalid_input` at the field `licence`, saying what is wrong with it
 */
export async function readSigned(jws: string, publicKey: string | undefined): Promise<Claims> {
  if (publicKey === undefined) throw namedFieldRefusal('licence', say(accessWords.no_licence_key));
  const place = `${publicKey} ${jws}`;
  const known = vouched.get(place);
  if (known) return known;
  const verified = await compactVerify(jws, await importOnce(publicKey), { algorithms: [algorithm] }).catch(() => undefined);
  if (!verified) throw namedFieldRefusal('licence', say(accessWords.no_licence));
  try {
    const claims = Claims.parse(JSON.parse(new TextDecoder().decode(verified.payload)));
    vouched.set(place, claims);
    return claims;
  } catch {
    throw namedFieldRefusal('licence', say(accessWords.licence_incomplete));
  }
}

/** Signs licences with the private key of an issuer, in PEM. */
export async function licenceSigner(privateKey: string): Promise<(claims: Claims) => Promise<string>> {
  const key = await importPKCS8(privateKey, algorithm);
  return (claims) => new CompactSign(new TextEncoder().encode(JSON.stringify(Claims.parse(claims)))).setProtectedHeader({ alg: algorithm }).sign(key);
}

/** What an installed licence is called by: its own name, else the sum of its text. */
export const identify = (jws: string, { jti }: Claims): string => jti ?? createHash('sha256').update(jws).digest('hex');
