/** Reads bits of bytes that are all there, the highest of each byte first. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #held = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Up to 24 bits. @throws Error at the end */
  bits(count: number): number {
    while (this.#count < count) {
      if (this.#at >= this.#bytes.length) throw new Error('unexpected end of the archive');
      this.#held = ((this.#held << 8) | this.#bytes[this.#at++]!) >>> 0;
      this.#count += 8;
    }
    this.#count -= count;
    const value = (this.#held >>> this.#count) & ((1 << count) - 1);
    this.#held &= (1 << this.#count) - 1;
    return value;
  }

  word(): number {
    return ((this.bits(16) << 16) | this.bits(16)) >>> 0;
  }

  /** What is left of the byte that was begun means nothing. */
  skipToByte(): void {
    this.#count -= this.#count % 8;
  }

  /** Bits that were read, from the beginning. */
  get position(): number {
    return this.#at * 8 - this.#count;
  }
}

const longestCode = 20;
const groupSize = 50;

/** A table of prefix codes, canonical: codes of one length are in a row, and each stands for the next symbol. */
interface PrefixCodes {
  /** The largest code of each length; -1 where there is none. */
  limits: Int32Array;
  /** What is added to a code of each length for the place of its symbol. */
  offsets: Int32Array;
  symbols: Uint16Array;
  shortest: number;
}

function makeCodes(lengths: Uint8Array): PrefixCodes {
  const limits = new Int32Array(longestCode + 2).fill(-1);
  const offsets = new Int32Array(longestCode + 2);
  const symbols = new Uint16Array(lengths.length);
  let [code, at] = [0, 0];
  let shortest = longestCode;
  for (let length = 1; length <= longestCode; length++) {
    offsets[length] = at - code;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      symbols[at++] = symbol;
      limits[length] = code++;
      shortest = Math.min(shortest, length);
    }
    code <<= 1;
  }
  return { limits, offsets, symbols, shortest };
}

function readSymbol(reader: BitReader, { limits, offsets, symbols, shortest }: PrefixCodes): number {
  let length = shortest;
  let code = reader.bits(length);
  while (code > limits[length]!) {
    if (++length > longestCode) throw new Error('a code of the archive is damaged');
    code = (code << 1) | reader.bits(1);
  }
  const symbol = symbols[code + offsets[length]!];
  if (symbol === undefined) throw new Error('a code of the archive is damaged');
  return symbol;
}

/** Which byte values occur at all. */
function readUsed(reader: BitReader): Uint8Array {
  const groups = reader.bits(16);
  const used: number[] = [];
  for (let group = 0; group < 16; group++) {
    if ((groups & (0x8000 >> group)) === 0) continue;
    const members = reader.bits(16);
    for (let member = 0; member < 16; member++) if ((members & (0x8000 >> member)) !== 0) used.push(group * 16 + member);
  }
  if (used.length === 0) throw new Error('a block of the archive is damaged');
  return Uint8Array.from(used);
}

/** Takes the value at a place of a list to its front. */
function moveToFront(list: Uint8Array, place: number): number {
  const value = list[place]!;
  list.copyWithin(1, 0, place);
  list[0] = value;
  return value;
}

function readSelectors(reader: BitReader, tables: number): Uint8Array {
  const count = reader.bits(15);
  if (count === 0) throw new Error('a block of the archive is damaged');
  const order = Uint8Array.from({ length: tables }, (_, at) => at);
  const selectors = new Uint8Array(count);
  for (let at = 0; at < count; at++) {
    let place = 0;
    while (reader.bits(1) === 1) if (++place >= tables) throw new Error('a block of the archive is damaged');
    selectors[at] = moveToFront(order, place);
  }
  return selectors;
}

function readLengths(reader: BitReader, symbols: number): Uint8Array {
  const lengths = new Uint8Array(symbols);
  let length = reader.bits(5);
  for (let symbol = 0; symbol < symbols; symbol++) {
    for (;;) {
      if (length < 1 || length > longestCode) throw new Error('a code of the archive is damaged');
      if (reader.bits(1) === 0) break;
      length += reader.bits(1) === 0 ? 1 : -1;
    }
    lengths[symbol] = length;
  }
  return lengths;
}

/** One block as it was before its codes: the values of its sorted rotations' last column, and where the first of them stands. */
export interface Block {
  checksum: number;
  /** The place of each value's successor in the upper 24 bits, the value in the lower 8. */
  links: Uint32Array;
  start: number;
}

/**
 * Reads a block behind its mark.
 * @throws Error when it is damaged, cut off, or has more than `largest` values
 */
export function readBlock(reader: BitReader, largest: number): Block {
  const checksum = reader.word();
  if (reader.bits(1) === 1) throw new Error('blocks of this kind went out of use in 1998');
  const origin = reader.bits(24);
  const used = readUsed(reader);
  const tables = reader.bits(3);
  if (tables < 2 || tables > 6) throw new Error('a block of the archive is damaged');
  const selectors = readSelectors(reader, tables);
  const codes = Array.from({ length: tables }, () => makeCodes(readLengths(reader, used.length + 2)));
  const links = new Uint32Array(largest);
  const counts = new Uint32Array(256);
  const count = readValues(reader, { codes, selectors, used, links, counts });
  if (origin >= count) throw new Error('a block of the archive is damaged');
  let sum = 0;
  for (let value = 0; value < 256; value++) [counts[value], sum] = [sum, sum + counts[value]!];
  for (let at = 0; at < count; at++) {
    const place = counts[links[at]! & 0xff]!++;
    links[place] = (links[place]! | (at << 8)) >>> 0;
  }
  return { checksum, links: links.subarray(0, count), start: links[origin]! >>> 8 };
}

interface Coded {
  codes: readonly PrefixCodes[];
  selectors: Uint8Array;
  used: Uint8Array;
  links: Uint32Array;
  counts: Uint32Array;
}

/** Puts the values of a block into its links, and says how many there are. */
function readValues(reader: BitReader, { codes, selectors, used, links, counts }: Coded): number {
  const end = used.length + 1;
  let [count, run, weight] = [0, 0, 1];
  for (let read = 0; ; read++) {
    const table = codes[selectors[Math.floor(read / groupSize)] ?? -1];
    if (!table) throw new Error('a block of the archive is damaged');
    const symbol = readSymbol(reader, table);
    if (symbol <= 1) {
      // Runs of the value in front are written in digits that mean 1 and 2.
      run += weight << symbol;
      weight <<= 1;
      if (run > links.length) throw new Error('a block of the archive is damaged');
      continue;
    }
    if (run > 0) {
      const value = used[0]!;
      if (count + run > links.length) throw new Error('a block of the archive is damaged');
      links.fill(value, count, count + run);
      counts[value]! += run;
      count += run;
      [run, weight] = [0, 1];
    }
    if (symbol === end) return count;
    if (count >= links.length) throw new Error('a block of the archive is damaged');
    const value = moveToFront(used, symbol - 1);
    links[count++] = value;
    counts[value]!++;
  }
}
