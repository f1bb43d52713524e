import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { clearText } from '@packhouse/formats/text/clear-text.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import { LRUCache } from 'lru-cache';
import { createMessage, type Key, readCleartextMessage, readKey, readSignature, type VerifyMessageResult, verify } from 'openpgp';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { selectTrusted } from './key-queries.ts';

/** Verdicts, by content, signature and keys: nothing in them can change. */
const verdicts = new LRUCache<string, boolean>({ max: 5000 });

/** Heads of the largest public listings have some hundred kilobytes. */
const largestHead = 4 * 1024 * 1024;

/** How a listing's head proves itself, when the repository's settings ask for that. */
function findSignature({ format, settings }: RemoteRepository, path: string): { readonly beside?: string } | undefined {
  return settings.trustedKeys.length > 0 ? getFormat(format).indexed?.signature?.(path) : undefined;
}

/** Whether the repository's settings ask for a signature of this file. */
export function wantsSignature(repository: RemoteRepository, path: string): boolean {
  return findSignature(repository, path) !== undefined;
}

async function trustedKeys(context: Context, repository: RemoteRepository): Promise<{ id: string; armoured: string[] }> {
  const armoured = (await selectTrusted(context.db)).filter(({ name }) => repository.settings.trustedKeys.includes(name)).map((row) => row.public_key);
  return { id: readSum(JSON.stringify(armoured)), armoured };
}

const readSum = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

async function isGood(results: VerifyMessageResult<unknown>): Promise<boolean> {
  const verified = await Promise.all(results.signatures.map((one) => one.verified.catch(() => false)));
  return verified.some(Boolean);
}

const readLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');

/** What was signed must be what is read later, and nothing else. */
async function isClearSigned(content: string, verificationKeys: Key[]): Promise<boolean> {
  const results = await verify({ message: await readCleartextMessage({ cleartextMessage: content }), verificationKeys });
  return readLines(results.data) === readLines(clearText(content)) && (await isGood(results));
}

async function check(content: Buffer, signature: Buffer | undefined, armoured: readonly string[]): Promise<boolean> {
  if (armoured.length === 0) return false;
  const verificationKeys = await Promise.all(armoured.map((armoredKey) => readKey({ armoredKey })));
  try {
    if (signature === undefined) return await isClearSigned(content.toString(), verificationKeys);
    const isArmoured = signature.includes('-----BEGIN PGP SIGNATURE-----');
    const read = await (isArmoured ? readSignature({ armoredSignature: signature.toString() }) : readSignature({ binarySignature: signature }));
    return await isGood(await verify({ message: await createMessage({ binary: content }), signature: read, verificationKeys }));
  } catch {
    return false;
  }
}

/**
 * Lets nothing pass that none of the repository's trusted keys signed. `beside` brings the file with the signature.
 * @throws AppError `upstream_failed`
 */
export async function requireSignature(
  context: Context,
  repository: RemoteRepository,
  path: string,
  head: Pick<StagedBlob, 'sha256' | 'size' | 'open'>,
  beside: (path: string) => Promise<Buffer | undefined>,
): Promise<void> {
  const place = findSignature(repository, path);
  if (!place) return;
  if (head.size > largestHead) throw new AppError(upstreamWords.upstream_listing_too_large, { path, key: repository.key });
  const signature = place.beside === undefined ? undefined : await beside(place.beside);
  const missing = place.beside !== undefined && !signature;
  if (!missing) {
    const { id, armoured } = await trustedKeys(context, repository);
    const known = `${head.sha256} ${signature ? readSum(signature) : ''} ${id}`;
    const verdict = verdicts.get(known) ?? (await check(await buffer(head.open()), signature, armoured));
    verdicts.set(known, verdict);
    if (verdict) return;
  }
  context.log.warn({ repository: repository.key, path, missing }, 'no trusted key signed the listing of the upstream');
  throw new AppError(upstreamWords.upstream_signature_untrusted, { key: repository.key, path });
}
