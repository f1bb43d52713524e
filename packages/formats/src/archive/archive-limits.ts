import { AppError } from '@packhouse/contract/errors.ts';

/** More entries than any honest package has. */
export const maximumEntries = 200_000;
const alwaysAllowed = 256 * 1024 * 1024;
const maximumUnpacked = 16 * 1024 * 1024 * 1024;
const maximumRatio = 150;

/** What to keep of an entry: up to `limit` bytes; a longer entry is cut when `cut` is set, else the archive is refused. */
export interface Keep {
  limit: number;
  cut?: boolean;
}

/** @throws AppError `invalid_package` */
export function refuse(message: string, cause?: unknown): never {
  throw new AppError('invalid_package', { message, cause });
}

/** Refuses archives that grow out of all proportion when they are unpacked. */
export function checkExpansion(packed: number, unpacked: number): void {
  if (unpacked <= alwaysAllowed) return;
  if (unpacked > maximumUnpacked || unpacked > packed * maximumRatio) refuse('The archive unpacks to far more than its size allows');
}

/** Refuses names that lead out of the folder an archive is unpacked into. */
export function checkEntryName(name: string): string {
  const plain = name.replaceAll('\\', '/');
  if (plain.includes('\0') || plain.startsWith('/') || /^[a-z]:/i.test(plain) || plain.split('/').includes('..')) {
    refuse(`The archive has an entry that leads outside: ${JSON.stringify(name.slice(0, 200))}`);
  }
  return plain.replace(/^(?:\.\/)+/, '');
}

/** Collects a stream up to what `keep` allows; the rest is read and dropped so that the archive is seen to its end. */
export async function collect(body: AsyncIterable<Buffer>, keep: Keep, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    if (length + chunk.length > keep.limit && !keep.cut) refuse(`${name} is larger than ${keep.limit} bytes`);
    if (length < keep.limit) chunks.push(chunk.subarray(0, keep.limit - length));
    length = Math.min(keep.limit, length + chunk.length);
  }
  return Buffer.concat(chunks);
}
