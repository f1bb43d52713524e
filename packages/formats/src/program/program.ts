/** A compiled program, of which some sections are asked for by their names. */
export interface Program {
  bytes: Buffer;
  /** Undefined where there is none, or it lies outside the file. */
  section(name: string): Buffer | undefined;
}

interface Place {
  name: string;
  start: number;
  size: number;
}

/** More than any compiler makes. */
const mostSections = 65_536;
/** So much of a file is needed to tell that it is a program. */
export const programHead = 4;

const kinds = { elf: 0x7f454c46, machOLittle: 0xcffaedfe, machOSmallLittle: 0xcefaedfe } as const;

/** Tells programs by their first bytes. */
export function isProgram(head: Buffer): boolean {
  if (head.length < programHead) return false;
  const first = head.readUInt32BE(0);
  return first === kinds.elf || first === kinds.machOLittle || first === kinds.machOSmallLittle || head.toString('latin1', 0, 2) === 'MZ';
}

const textAt = (bytes: Buffer, start: number, most: number) => bytes.toString('latin1', start, Math.min(bytes.length, start + most)).split('\0', 1)[0]!;

/** https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.sheader.html */
function* elfSections(bytes: Buffer): Generator<Place> {
  const isWide = bytes[4] === 2;
  const isLittle = bytes[5] === 1;
  const half = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const word = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const long = (at: number) => (isWide ? Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at)) : word(at));
  const table = long(isWide ? 0x28 : 0x20);
  const [width, count, names] = [0, 2, 4].map((more) => half((isWide ? 0x3a : 0x2e) + more)) as [number, number, number];
  const readPlace = (index: number) => {
    const at = table + index * width;
    return { name: word(at), start: long(at + (isWide ? 0x18 : 0x10)), size: long(at + (isWide ? 0x20 : 0x14)) };
  };
  const texts = readPlace(names);
  for (let index = 0; index < Math.min(count, mostSections); index++) {
    const { name, start, size } = readPlace(index);
    yield { name: textAt(bytes, texts.start + name, 64), start, size };
  }
}

/** https://learn.microsoft.com/windows/win32/debug/pe-format */
function* peSections(bytes: Buffer): Generator<Place> {
  const head = bytes.readUInt32LE(0x3c);
  if (bytes.toString('latin1', head, head + 4) !== 'PE\0\0') return;
  const table = head + 24 + bytes.readUInt16LE(head + 20);
  for (let index = 0; index < bytes.readUInt16LE(head + 6); index++) {
    const at = table + index * 40;
    const [virtual, size, start] = [8, 16, 20].map((more) => bytes.readUInt32LE(at + more)) as [number, number, number];
    yield { name: textAt(bytes, at, 8), start, size: Math.min(virtual, size) };
  }
}

/** https://github.com/apple-oss-distributions/cctools/blob/main/include/mach-o/loader.h */
function* machOSections(bytes: Buffer): Generator<Place> {
  const isWide = bytes.readUInt32BE(0) === kinds.machOLittle;
  const segment = isWide ? 0x19 : 1;
  let at = isWide ? 32 : 28;
  for (let command = 0; command < Math.min(bytes.readUInt32LE(16), mostSections); command++) {
    const length = bytes.readUInt32LE(at + 4);
    if (length < 8) return;
    if (bytes.readUInt32LE(at) === segment) {
      const count = bytes.readUInt32LE(at + (isWide ? 64 : 48));
      for (let index = 0; index < Math.min(count, mostSections); index++) {
        const one = at + (isWide ? 72 + index * 80 : 56 + index * 68);
        const size = isWide ? Number(bytes.readBigUInt64LE(one + 40)) : bytes.readUInt32LE(one + 36);
        yield { name: textAt(bytes, one, 16), start: bytes.readUInt32LE(one + (isWide ? 48 : 40)), size };
      }
    }
    at += length;
  }
}

function listSections(bytes: Buffer): Iterable<Place> {
  if (bytes.readUInt32BE(0) === kinds.elf) return elfSections(bytes);
  return bytes.toString('latin1', 0, 2) === 'MZ' ? peSections(bytes) : machOSections(bytes);
}

/** Reads a program's table of sections when one is asked for; a table that leads nowhere has none. */
export function openProgram(bytes: Buffer): Program {
  return {
    bytes,
    section(name) {
      try {
        for (const place of listSections(bytes)) {
          if (place.name !== name) continue;
          return place.size > 0 && place.start + place.size <= bytes.length ? bytes.subarray(place.start, place.start + place.size) : undefined;
        }
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
      return undefined;
    },
  };
}
