import { buffer } from 'node:stream/consumers';
import { AppError } from '@packhouse/contract/errors.ts';
import type { RangedBytes } from '../archive/archive-entry.ts';
import { documentRefusals } from '../document-refusals.ts';
import { refusals } from './rpm-refusals.ts';

// https://rpm-software-management.github.io/rpm/manual/format_v4.html

const leadSize = 96;
const leadMagic = 0xedabeedb;
const headerMagic = 0x8eade801;
/** The header of the largest known packages has a tenth of this. */
const largestHeader = 64 * 1024 * 1024;
/** Of all lists of a header together; a package of a hundred thousand files has one million. */
const mostValues = 8_000_000;

export interface RpmHeader {
  /** Offsets of the main header in the file. */
  start: number;
  end: number;
  strings(tag: number): string[];
  text(tag: number): string | undefined;
  numbers(tag: number): number[];
  number(tag: number): number | undefined;
  signature: Pick<RpmHeader, 'number'>;
}

async function read(file: RangedBytes, start: number, length: number): Promise<Buffer> {
  if (start + length > file.size) throw new AppError(documentRefusals.package_truncated);
  return length === 0 ? Buffer.alloc(0) : buffer(file.open({ start, end: start + length - 1 }));
}

interface Entry {
  type: number;
  offset: number;
  count: number;
}

interface Section {
  store: Buffer;
  entries: ReadonlyMap<number, Entry>;
  end: number;
}

const widths: Record<number, number> = { 2: 1, 3: 2, 4: 4, 5: 8 };
const isText = (type: number) => type === 6 || type === 8 || type === 9;

/** Reads what there is and how much of it; values are made only of the tags that somebody asks for. */
async function readSection(file: RangedBytes, start: number): Promise<Section> {
  const intro = await read(file, start, 16);
  if (intro.length < 16 || intro.readUInt32BE(0) !== headerMagic) throw new AppError(documentRefusals.package_damaged);
  const count = intro.readUInt32BE(8);
  const size = intro.readUInt32BE(12);
  if (count > 65_536 || size > largestHeader) throw new AppError(refusals.rpm_header_too_large);
  const body = await read(file, start + 16, count * 16 + size);
  return { ...readEntries(body, count), end: start + 16 + count * 16 + size };
}

/** The table of a section and the store behind it. */
function readEntries(body: Buffer, count: number): Omit<Section, 'end'> {
  const store = body.subarray(count * 16);
  const entries = new Map<number, Entry>();
  let bytes = 0;
  let values = 0;
  for (let at = 0; at < count; at++) {
    const [tag, type, offset, length] = [0, 4, 8, 12].map((part) => body.readUInt32BE(at * 16 + part)) as [number, number, number, number];
    if (!isText(type) && widths[type] === undefined) continue;
    const entry = { type, offset, count: type === 6 ? 1 : length };
    if (entries.has(tag)) throw new AppError(refusals.rpm_tag_twice, { tag });
    values += entry.count;
    if (values > mostValues) throw new AppError(refusals.rpm_header_too_large);
    // No two tags share their bytes, so that together they are never longer than what they stand in.
    bytes += readLength(store, entry);
    if (bytes > store.length) throw new AppError(refusals.rpm_tags_overlap);
    entries.set(tag, entry);
  }
  return { store, entries };
}

function readLength(store: Buffer, { type, offset, count }: Entry): number {
  const end = isText(type) ? endOfTexts(store, offset, count) : offset + count * widths[type]!;
  if (offset > store.length || end > store.length) throw new AppError(refusals.rpm_header_damaged);
  return end - offset;
}

function endOfTexts(store: Buffer, offset: number, count: number): number {
  let position = offset;
  for (let index = 0; index < count; index++) {
    const end = store.indexOf(0, position);
    if (end < 0) throw new AppError(refusals.rpm_header_damaged);
    position = end + 1;
  }
  return position;
}

function getNumbers(store: Buffer, { type, offset, count }: Entry): number[] {
  const width = widths[type]!;
  return Array.from({ length: count }, (_, index) => {
    const at = offset + index * width;
    return width === 8 ? Number(store.readBigUInt64BE(at)) : store.readUIntBE(at, width);
  });
}

function getStrings(store: Buffer, { offset, count }: Entry): string[] {
  const found: string[] = [];
  let position = offset;
  for (let index = 0; index < count; index++) {
    const end = store.indexOf(0, position);
    found.push(store.toString('utf8', position, end));
    position = end + 1;
  }
  return found;
}

function access({ store, entries }: Omit<Section, 'end'>) {
  const strings = (tag: number) => {
    const entry = entries.get(tag);
    return entry && isText(entry.type) ? getStrings(store, entry) : [];
  };
  const numbers = (tag: number) => {
    const entry = entries.get(tag);
    return entry && !isText(entry.type) ? getNumbers(store, entry) : [];
  };
  return { strings, numbers, text: (tag: number) => strings(tag)[0], number: (tag: number) => numbers(tag)[0] };
}

/** A header as the database of installed packages keeps it: without what stands before its table in a package. @throws AppError `invalid_package` */
export function readKeptHeader(blob: Buffer): Pick<RpmHeader, 'strings' | 'text' | 'numbers' | 'number'> {
  const [count, size] = blob.length < 8 ? [0, 0] : [blob.readUInt32BE(0), blob.readUInt32BE(4)];
  if (count > 65_536 || 8 + count * 16 + size > blob.length) throw new AppError(refusals.rpm_header_damaged);
  return access(readEntries(blob.subarray(8, 8 + count * 16 + size), count));
}

/** Reads lead, signature and header; the payload is not looked at. @throws AppError `invalid_package` */
export async function readRpmHeader(file: RangedBytes): Promise<RpmHeader> {
  if (file.size < leadSize || (await read(file, 0, 4)).readUInt32BE(0) !== leadMagic) throw new AppError(refusals.no_rpm);
  const signature = await readSection(file, leadSize);
  const start = Math.ceil(signature.end / 8) * 8;
  const header = await readSection(file, start);
  const signed = access(signature);
  const size = signed.number(1000) ?? signed.number(270);
  if (header.end >= file.size || (size !== undefined && start + size > file.size)) throw new AppError(documentRefusals.package_truncated);
  return { start, end: header.end, ...access(header), signature: signed };
}
