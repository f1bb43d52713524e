import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { licenceTypes } from '@packhouse/contract/access/licence-types.ts';
import { namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { compactVerify, importJWK, importSPKI } from 'jose';
import { z } from 'zod';

/** A licence says this. Times are in seconds, as in a JWT. */
const Claims = z.object({
  type: z.enum(licenceTypes).exclude(['N/A']),
  licensedTo: z.string().trim().min(1).max(200),
  iat: z.int().min(0),
  exp: z.int().min(0).optional(),
});
export type Claims = z.output<typeof Claims>;

const algorithm = 'EdDSA';

/** The key in PEM, or its bytes in base64url. https://www.rfc-editor.org/rfc/rfc8037 */
function importKey(key: string) {
  return key.includes('-----BEGIN') ? importSPKI(key, algorithm) : importJWK({ kty: 'OKP', crv: 'Ed25519', x: key }, algorithm);
}

/**
 * Reads a licence that was signed with the configured key.
 * @throws AppError `invalid_input` at the field `licence`, saying what is wrong with it
 */
export async function readSigned(jws: string, publicKey: string | undefined): Promise<Claims> {
  if (publicKey === undefined) throw namedFieldRefusal('licence', say(accessWords.no_licence_key));
  const key = await importKey(publicKey);
  const verified = await compactVerify(jws, key, { algorithms: [algorithm] }).catch(() => undefined);
  if (!verified) throw namedFieldRefusal('licence', say(accessWords.no_licence));
  try {
    return Claims.parse(JSON.parse(new TextDecoder().decode(verified.payload)));
  } catch {
    throw namedFieldRefusal('licence', say(accessWords.licence_incomplete));
  }
}
