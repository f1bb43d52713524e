import { buffer } from 'node:stream/consumers';
import { AppError } from '@packhouse/contract/errors.ts';
import { LRUCache } from 'lru-cache';
import { createMessage, type Key, readCleartextMessage, readKey, readSignature, type VerifyMessageResult, verify } from 'openpgp';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../repository/directory.ts';
import { selectTrusted } from './key-queries.ts';

/** Verdicts, by content, signature and keys: nothing in them can change. */
const verdicts = new LRUCache<string, boolean>({ max: 5000 });

const largest = 64 * 1024 * 1024;

/** How a listing's head proves itself: by itself, or by the signature in a file beside it. */
export function signatureOf(path: string): { beside?: string } | undefined {
  if (/(?:^|\/)InRelease$/.test(path)) return {};
  if (/(?:^|\/)Release$/.test(path)) return { beside: `${path}.gpg` };
  if (/(?:^|\/)repodata\/repomd\.xml$/.test(path)) return { beside: `${path}.asc` };
  return undefined;
}

/** Whether the repository's settings ask for a signature of this file. */
export function wantsSignature(repository: RemoteRepository, path: string): boolean {
  return repository.settings.trustedKeys.length > 0 && signatureOf(path) !== undefined;
}

async function trustedKeys(context: Context, repository: RemoteRepository): Promise<{ id: string; keys: Key[] }> {
  const rows = (await selectTrusted(context.db)).filter(({ name }) => repository.settings.trustedKeys.includes(name));
  return { id: rows.map(({ fingerprint }) => fingerprint).join(), keys: await Promise.all(rows.map((row) => readKey({ armoredKey: row.public_key }))) };
}

async function isGood(results: VerifyMessageResult<unknown>): Promise<boolean> {
  const verified = await Promise.all(results.signatures.map((one) => one.verified.catch(() => false)));
  return verified.some(Boolean);
}

async function check(content: Buffer, signature: Buffer | undefined, verificationKeys: Key[]): Promise<boolean> {
  if (verificationKeys.length === 0) return false;
  try {
    if (signature === undefined)
      return await isGood(await verify({ message: await readCleartextMessage({ cleartextMessage: content.toString() }), verificationKeys }));
    const armoured = signature.includes('-----BEGIN PGP SIGNATURE-----');
    const read = await (armoured ? readSignature({ armoredSignature: signature.toString() }) : readSignature({ binarySignature: signature }));
    return await isGood(await verify({ message: await createMessage({ binary: content }), signature: read, verificationKeys }));
  } catch {
    return false;
  }
}

const bytesOf = async (context: Context, { sha256, size }: { sha256: string; size: number }) => {
  if (size > largest) throw new AppError('upstream_failed', { message: 'The head of the listing is too large to be checked' });
  return buffer(await context.platform.blobs.open(sha256));
};

/**
 * Lets nothing pass that none of the repository's trusted keys signed. `beside` brings the file with the signature.
 * @throws AppError `upstream_failed`
 */
export async function requireSignature(
  context: Context,
  repository: RemoteRepository,
  path: string,
  head: { sha256: string; size: number },
  beside: (path: string) => Promise<{ sha256: string; size: number } | undefined>,
): Promise<void> {
  const place = signatureOf(path);
  if (!place || repository.settings.trustedKeys.length === 0) return;
  const { id, keys } = await trustedKeys(context, repository);
  const signature = place.beside === undefined ? undefined : await beside(place.beside);
  const missing = place.beside !== undefined && !signature;
  const known = `${head.sha256} ${signature?.sha256 ?? ''} ${id}`;
  const verdict = missing
    ? false
    : (verdicts.get(known) ?? (await check(await bytesOf(context, head), signature && (await bytesOf(context, signature)), keys)));
  if (!missing) verdicts.set(known, verdict);
  if (verdict) return;
  context.log.warn({ repository: repository.key, path, missing }, 'no trusted key signed the listing of the upstream');
  throw new AppError('upstream_failed', { message: `None of the trusted keys of ${repository.key} signed ${path} of its upstream` });
}
