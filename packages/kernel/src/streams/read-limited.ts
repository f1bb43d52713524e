import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';

/**
 * Reads a small body whole: manifests, forms, answers of upstreams.
 * @throws AppError `too_large`
 */
export async function readLimited(body: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) {
      // Clients that send on would block forever on a body nobody reads.
      body.resume();
      throw new AppError('too_large', { detail: { limit } });
    }
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
