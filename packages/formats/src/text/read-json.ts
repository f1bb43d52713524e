import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { documentRefusals } from '../document-refusals.ts';

const unpack = promisify(gunzip);

async function unpacked(bytes: Buffer, limit: number): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength: limit });
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new AppError('too_large');
    throw new AppError(documentRefusals.body_is_no_gzip, {}, { cause });
  }
}

/**
 * Reads a small JSON body, unpacking gzip. The limit holds for the unpacked text too: parsed, a body takes up to thirty times its length.
 * @throws AppError `too_large` beyond `limit` bytes, `bad_request` when it is not JSON
 */
export async function readJson(body: Readable, limit: number, contentEncoding?: string): Promise<unknown> {
  const bytes = await readUpTo(body, limit);
  const text = contentEncoding === 'gzip' ? await unpacked(bytes, limit) : bytes;
  try {
    return JSON.parse(text.toString('utf8')) as unknown;
  } catch (cause) {
    throw new AppError(documentRefusals.body_is_no_valid_json, {}, { cause });
  }
}
