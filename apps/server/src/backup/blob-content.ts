import { createHash } from 'node:crypto';
import type { NamedBlob } from './backup-record.ts';

/** The bytes are not those of the blob's name. */
export class OtherContentError extends Error {
  override name = 'OtherContentError';
}

/** Passes a blob's bytes on. @throws OtherContentError at their end, when they are not what they should be. */
export async function* requireContent({ sha256, size }: NamedBlob, bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    length += chunk.length;
    yield chunk;
  }
  if (length !== size || hash.digest('hex') !== sha256) throw new OtherContentError();
}

/** Reads a blob to its end. */
export async function readThrough(blob: NamedBlob, bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of requireContent(blob, bytes));
}
