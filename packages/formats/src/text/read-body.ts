import type { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';

/** Reads a small request body whole. @throws AppError `too_large` beyond `limit` bytes */
export async function readBody(body: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += (chunk as Buffer).length;
    if (length > limit) throw new AppError('too_large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Reads a small JSON body, unpacking gzip. @throws AppError `bad_request` when it is not JSON */
export async function readJson(body: Readable, limit: number, contentEncoding?: string): Promise<unknown> {
  const bytes = await readBody(body, limit);
  try {
    const text = contentEncoding === 'gzip' ? gunzipSync(bytes, { maxOutputLength: limit * 8 }) : bytes;
    return JSON.parse(text.toString('utf8')) as unknown;
  } catch (cause) {
    throw new AppError('bad_request', { message: 'The body is not valid JSON', cause });
  }
}
