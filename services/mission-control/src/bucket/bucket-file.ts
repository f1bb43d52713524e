import { randomBytes } from 'node:crypto';
import { type LicenceType, licenceTypes } from '@packhouse/contract/access/licence-types.ts';
import { type AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { bucketFileLimit } from '@packhouse/contract/mission-control/bucket-rules.ts';
import { bucketWords } from '@packhouse/contract/mission-control/bucket-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, errors } from 'jose';
import { z } from 'zod';

const format = 'packhouse-licence-bucket/1';
/** JWE's names for a key that both sides have, and for what it encrypts with. https://www.rfc-editor.org/rfc/rfc7518 */
const sealing = { alg: 'dir', enc: 'A256GCM' } as const;
const mostNested = 8;

const Identifier = z.string().regex(/^[\w-]{1,100}$/);
const Sealed = z.strictObject({ format: z.literal(format), identifier: Identifier, sealed: z.string() });

/** What a bucket holds; each licence is signed by itself. */
const BucketContents = z.strictObject({
  customer: z.string().trim().min(1).max(200),
  product: z.literal('packhouse'),
  type: z.enum(licenceTypes).exclude(['N/A']),
  issued: z.iso.datetime(),
  /** Null for licences that never end. */
  expires: z.iso.datetime().nullable(),
  projects: z.int().min(0).max(2_147_483_647),
  size: z.int().min(1).max(100_000),
  /** The bucket that a split one was taken from: its licences name that one. */
  source: Identifier.optional(),
  licences: z.array(z.string().max(16_384)).min(1).max(100_000),
});
export type BucketContents = Omit<z.output<typeof BucketContents>, 'type'> & { type: LicenceType };

/** A bucket as it was opened; nothing is known of the signatures in it yet. */
export interface OpenedBucket extends BucketContents {
  identifier: string;
}

/** A key for a bucket: it begins with no dash, so that no command takes it for a parameter. */
export function makeKey(): string {
  const key = randomBytes(32).toString('base64url');
  return key.startsWith('-') ? makeKey() : key;
}

export const makeIdentifier = (): string => randomBytes(12).toString('hex');

/** Seals a bucket, as it is kept in a file. */
export async function sealBucket(identifier: string, contents: BucketContents, key: string): Promise<string> {
  const plain = new TextEncoder().encode(JSON.stringify(BucketContents.parse(contents)));
  const sealed = await new CompactEncrypt(plain).setProtectedHeader(sealing).encrypt(Buffer.from(key, 'base64url'));
  return `${JSON.stringify({ format, identifier, sealed })}\n`;
}

/** Looks at the brackets alone, before anything takes the text apart. */
function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (isText) {
      if (letter === '\\') at++;
      else if (letter === '"') isText = false;
    } else if (letter === '"') isText = true;
    else if (letter === '{' || letter === '[') {
      depth++;
      if (depth > mostNested) return true;
    } else if (letter === '}' || letter === ']') depth--;
  }
  return false;
}

/** Reads a document of this shape, or tells what is wrong with it. */
function readDocument<T>(text: string, shape: z.ZodType<T>, refuse: (said: Said) => AppError): T {
  if (isNestedTooDeep(text)) throw refuse(say(bucketWords.bucket_file_too_deep));
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw refuse(say(bucketWords.bucket_file_not_whole));
  }
  const read = shape.safeParse(document);
  if (!read.success) throw refuse(say(bucketWords.bucket_file_unknown));
  return read.data;
}

/** Nothing but the one way of sealing: no other algorithm, nothing compressed that would grow, no further headers. */
function requireSealing(sealed: string, refuse: (said: Said) => AppError): void {
  if (sealed.split('.').length !== 5) throw refuse(say(bucketWords.bucket_file_not_whole));
  let header: Readonly<Record<string, unknown>>;
  try {
    header = { ...decodeProtectedHeader(sealed) };
  } catch {
    throw refuse(say(bucketWords.bucket_file_not_whole));
  }
  const isOurs = Object.keys(header).length === 2 && header.alg === sealing.alg && header.enc === sealing.enc;
  if (!isOurs) throw refuse(say(bucketWords.bucket_seal_unknown));
}

/**
 * Opens what a bucket file holds. Its licences still have to be vouched for.
 * @throws AppError `invalid_input` at the named field of the file, or at `key`
 */
export async function openBucket(text: string, key: string, field: 'file' | 'url'): Promise<OpenedBucket> {
  const refuse = (said: Said) => fieldRefusal(field, said);
  const { identifier, sealed } = readDocument(text, Sealed, refuse);
  requireSealing(sealed, refuse);
  const opened = await compactDecrypt(sealed, Buffer.from(key, 'base64url'), {
    keyManagementAlgorithms: [sealing.alg],
    contentEncryptionAlgorithms: [sealing.enc],
  }).catch((error: unknown) => {
    throw error instanceof errors.JWEDecryptionFailed ? fieldRefusal('key', say(bucketWords.bucket_key_wrong)) : refuse(say(bucketWords.bucket_file_not_whole));
  });
  if (opened.plaintext.length > bucketFileLimit) throw refuse(say(bucketWords.bucket_file_unknown));
  return { identifier, ...readDocument(new TextDecoder().decode(opened.plaintext), BucketContents, refuse) };
}
