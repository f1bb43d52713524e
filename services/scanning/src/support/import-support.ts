import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Context } from '../context.ts';
import type { Content } from '../inventory/content.ts';
import { UnreadableError } from '../inventory/limits.ts';
import { readHead, readKind } from '../inventory/walk-archive.ts';
import { readProducts } from './read-products.ts';
import { replaceProducts } from './support-queries.ts';

/** Bytes of a document, unpacked. */
const largestDocument = 64 * 1024 ** 2;

async function readText(content: Content): Promise<string> {
  const isPacked = readKind(await readHead(content, 512)) === 'gzip';
  const source = Readable.from(content.open());
  const unpacked = isPacked ? source.pipe(createGunzip()) : source;
  source.on('error', (error) => unpacked.destroy(error));
  try {
    return (await readUpTo(unpacked, largestDocument)).toString('utf8');
  } catch (error) {
    throw new UnreadableError(say(scanningWords.dump_unreadable, { why: (error as Error).message }), { cause: error });
  }
}

/**
 * Takes end-of-life data: a JSON document, packed with gzip or not. It stands in the place of all that the source told before.
 * @throws UnreadableError
 */
export async function importSupport(
  { db }: Pick<Context, 'db'>,
  sourceId: number,
  content: Content,
): Promise<{ records: number; changed: number; rejected: number }> {
  const { products, records, rejected } = readProducts(await readText(content));
  const changed = await db.transaction().execute((tx) => replaceProducts(tx, sourceId, products));
  return { records, changed, rejected };
}
