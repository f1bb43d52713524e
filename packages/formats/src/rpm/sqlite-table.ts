// https://www.sqlite.org/fileformat2.html

const mostPages = 2_000_000;
const magic = 'SQLite format 3\0';

interface Pages {
  bytes: Buffer;
  size: number;
  /** Bytes of a page that hold anything. */
  usable: number;
  /** Pages that may still be looked at. */
  left: number;
}

const damaged = () => new Error('The database is damaged');

/** A number in up to nine bytes. */
function varint(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start; at < start + 9; at++) {
    const byte = bytes[at];
    if (byte === undefined) throw damaged();
    if (at === start + 8) return { value: value * 256 + byte, end: at + 1 };
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + 1 };
  }
  throw damaged();
}

function pageAt(pages: Pages, number: number): Buffer {
  const start = (number - 1) * pages.size;
  if (number < 1 || start + pages.size > pages.bytes.length || --pages.left < 0) throw damaged();
  return pages.bytes.subarray(start, start + pages.size);
}

/** The content of a cell, with what of it lies on further pages. */
function payload(pages: Pages, page: Buffer, cell: number): Buffer {
  const { value: length, end } = varint(page, cell);
  const start = varint(page, end).end;
  const { usable } = pages;
  if (length > pages.bytes.length) throw damaged();
  if (length <= usable - 35) return page.subarray(start, start + length);
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((length - least) % (usable - 4));
  const local = fitting <= usable - 35 ? fitting : least;
  const parts = [page.subarray(start, start + local)];
  let next = page.readUInt32BE(start + local);
  for (let left = length - local; left > 0; left -= usable - 4) {
    const more = pageAt(pages, next);
    parts.push(more.subarray(4, 4 + Math.min(left, usable - 4)));
    next = more.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

/** Every row of a table, by the page it begins on. */
function* rows(pages: Pages, root: number): Generator<Buffer> {
  const waiting = [root];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const page = pageAt(pages, number);
    const head = number === 1 ? 100 : 0;
    const kind = page[head];
    if (kind !== 5 && kind !== 13) throw damaged();
    const count = page.readUInt16BE(head + 3);
    const cells = Array.from({ length: count }, (_, index) => page.readUInt16BE(head + (kind === 5 ? 12 : 8) + index * 2));
    if (kind === 13) for (const cell of cells) yield payload(pages, page, cell);
    else waiting.push(page.readUInt32BE(head + 8), ...cells.map((cell) => page.readUInt32BE(cell)).reverse());
  }
}

const widths = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

/** The columns of a row: texts and bytes as bytes, small numbers as numbers, all else as nothing. */
function columns(row: Buffer): (Buffer | number | undefined)[] {
  const head = varint(row, 0);
  const found: (Buffer | number | undefined)[] = [];
  let at = head.value;
  for (let place = head.end; place < head.value; ) {
    const { value: type, end } = varint(row, place);
    place = end;
    const length = type >= 12 ? Math.floor((type - 12) / 2) : (widths[type] ?? 0);
    if (at + length > row.length) throw damaged();
    if (type >= 12) found.push(row.subarray(at, at + length));
    else found.push(type >= 1 && type <= 5 ? row.readUIntBE(at, length) : type === 9 ? 1 : undefined);
    at += length;
  }
  return found;
}

export const isSqlite = (bytes: Buffer) => bytes.toString('latin1', 0, 16) === magic;

/** The second column of every row of a table, where it is bytes. Nothing is written, and no journal beside the file is read. @throws Error when it is damaged */
export function* readSecondColumn(bytes: Buffer, table: string): Generator<Buffer> {
  const said = bytes.readUInt16BE(16);
  const size = said === 1 ? 65_536 : said;
  if (size < 512) throw damaged();
  const pages: Pages = { bytes, size, usable: size - bytes[20]!, left: mostPages };
  for (const row of rows(pages, 1)) {
    const [type, name, , root] = columns(row);
    if (String(type) !== 'table' || String(name) !== table || typeof root !== 'number') continue;
    for (const one of rows(pages, root)) {
      const value = columns(one)[1];
      if (Buffer.isBuffer(value)) yield value;
    }
  }
}
