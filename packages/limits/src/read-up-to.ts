import { AppError } from '@packhouse/contract/errors.ts';

/**
 * Reads a body whole: manifests, forms, answers of other servers. Every body that is held in memory comes through here, so that none is held without a limit.
 * Beyond the limit the rest is not read: leaving the loop ends a stream, except a request's, which the application reads past after its answer.
 * @throws what `refuse` makes, AppError `too_large` unless told, beyond `limit` bytes
 */
export async function readUpTo(
  body: AsyncIterable<Uint8Array | string>,
  limit: number,
  refuse: () => Error = () => new AppError('too_large', { detail: { limit } }),
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    length += bytes.length;
    if (length > limit) throw refuse();
    chunks.push(bytes);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
}

/** The first bytes of a body, or all of a shorter one; the rest is not read. */
export async function readStart(body: AsyncIterable<Uint8Array>, length: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    read += chunk.length;
    if (read >= length) break;
  }
  return Buffer.concat(chunks).subarray(0, length);
}
