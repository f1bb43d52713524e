import type { InstalledDatabase, InstalledPackage } from '../library-evidence.ts';
import { isBerkeley, readLargeValues } from './berkeley-values.ts';
import { readKeptHeader } from './rpm-header.ts';
import { isSqlite, readSecondColumn } from './sqlite-table.ts';

/** Keys of those who sign packages are kept as if they were some. */
const keyPackage = 'gpg-pubkey';
const blockSize = 16;
const slotMagic = 0x746f6c53;
const blobMagic = 0x53626c42;
const databaseMagic = 0x506d7052;

const isSlots = (bytes: Buffer) => bytes.length >= 32 && bytes.readUInt32LE(0) === databaseMagic;

/** https://github.com/rpm-software-management/rpm/blob/master/lib/backend/ndb/rpmpkg.c */
function* readSlots(bytes: Buffer): Generator<Buffer> {
  const end = Math.min(bytes.length, bytes.readUInt32LE(12) * 4096);
  for (let at = 2 * blockSize; at + blockSize <= end; at += blockSize) {
    const [magic, index, block] = [0, 4, 8].map((more) => bytes.readUInt32LE(at + more)) as [number, number, number];
    if (magic !== slotMagic || index === 0 || block === 0) continue;
    const start = block * blockSize;
    if (start + blockSize > bytes.length || bytes.readUInt32LE(start) !== blobMagic) throw new Error('The database is damaged');
    const length = bytes.readUInt32LE(start + 12);
    yield bytes.subarray(start + blockSize, start + blockSize + length);
  }
}

function listHeaders(bytes: Buffer): Iterable<Buffer> {
  if (isSqlite(bytes)) return readSecondColumn(bytes, 'Packages');
  if (isSlots(bytes)) return readSlots(bytes);
  if (isBerkeley(bytes)) return readLargeValues(bytes);
  throw new Error('The database is of an unknown kind');
}

function readPackage(blob: Buffer, own: (folder: string, name: string) => void): InstalledPackage[] {
  const header = readKeptHeader(blob);
  const [name, version, release] = [1000, 1001, 1002].map((tag) => header.text(tag));
  if (!name || !version || !release || name === keyPackage) return [];
  const folders = header.strings(1118);
  const places = header.numbers(1116);
  for (const [at, base] of header.strings(1117).entries()) own((folders[places[at] ?? -1] ?? '').replace(/^\/|\/$/g, ''), base);
  const epoch = header.number(1003) ?? 0;
  const before = epoch > 0 ? `${epoch}:` : '';
  const [, sourceName, sourceVersion] = /^(.+)-([^-]+-[^-]+)\.(?:no)?src\.rpm$/.exec(header.text(1044) ?? '') ?? [];
  const licence = header.text(1014);
  const source = sourceName ? { sourceName, sourceVersion: `${before}${sourceVersion}` } : {};
  return [{ name, version: `${before}${version}-${release}`, ...source, ...(licence ? { licence } : {}) }];
}

/** All three kinds of databases that rpm has had. */
export const installed: readonly InstalledDatabase[] = [
  {
    path: /^(?:var\/lib\/rpm|usr\/lib\/sysimage\/rpm)\/(?:rpmdb\.sqlite|Packages(?:\.db)?)$/,
    read: (bytes, own) => [...listHeaders(bytes)].flatMap((blob) => readPackage(blob, own)),
  },
];
