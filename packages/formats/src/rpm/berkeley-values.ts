// https://github.com/berkeleydb/libdb/blob/master/src/dbinc/db_page.h

const hashMagic = 0x061561;
const pageHead = 26;
const kinds = { unsortedHash: 2, overflow: 7, hash: 13 } as const;
const placedElsewhere = 3;

const damaged = () => new Error('The database is damaged');

export const isBerkeley = (bytes: Buffer) => bytes.length > 72 && (bytes.readUInt32LE(12) === hashMagic || bytes.readUInt32BE(12) === hashMagic);

/** The large values of a hash database: those that have pages of their own, as headers of packages always have. @throws Error when it is damaged */
export function* readLargeValues(bytes: Buffer): Generator<Buffer> {
  const isLittle = bytes.readUInt32LE(12) === hashMagic;
  const half = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const word = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const size = word(20);
  if (size < 512 || size > 65_536) throw damaged();
  const count = Math.floor(bytes.length / size);
  // Every page holds a part of one value.
  let left = count;
  function readValue(first: number, length: number): Buffer {
    const parts: Buffer[] = [];
    let found = 0;
    for (let number = first; number !== 0 && found < length; ) {
      const start = number * size;
      if (number >= count || bytes[start + 25] !== kinds.overflow || --left < 0) throw damaged();
      const part = bytes.subarray(start + pageHead, Math.min(start + size, start + pageHead + half(start + 22)));
      parts.push(part);
      found += part.length;
      number = word(start + 16);
    }
    if (found < length) throw damaged();
    return Buffer.concat(parts).subarray(0, length);
  }
  for (let page = 1; page < count; page++) {
    const start = page * size;
    const kind = bytes[start + 25];
    if (kind !== kinds.hash && kind !== kinds.unsortedHash) continue;
    const entries = Math.min(half(start + 20), Math.floor((size - pageHead) / 2));
    // Keys and values by turns.
    for (let entry = 1; entry < entries; entry += 2) {
      const offset = half(start + pageHead + entry * 2);
      if (offset + 12 > size || bytes[start + offset] !== placedElsewhere) continue;
      yield readValue(word(start + offset + 4), word(start + offset + 8));
    }
  }
}
