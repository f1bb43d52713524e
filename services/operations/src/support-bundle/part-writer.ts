import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from '../context.ts';
import { insertPart } from './support-bundle-queries.ts';

const compress = promisify(gzip);

/** Writes one file of a bundle, piece by piece, with secrets taken out. */
export async function writePart({ db, scrub }: Context, bundleId: string, path: string, pieces: AsyncIterable<string> | readonly string[]): Promise<void> {
  let number = 0;
  for await (const piece of pieces) {
    await insertPart(db, { bundle_id: bundleId, path, number, content: await compress(scrub(piece)) });
    number++;
  }
}

export function writeJson(context: Context, bundleId: string, path: string, value: unknown): Promise<void> {
  return writePart(context, bundleId, path, [`${JSON.stringify(value, null, 2)}\n`]);
}
