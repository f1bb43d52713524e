import { buffer } from 'node:stream/consumers';
import { refuse } from '../archive/archive-limits.ts';
import type { StagedFile } from '../format.ts';

// https://rpm-software-management.github.io/rpm/manual/format_v4.html

const leadSize = 96;
const leadMagic = 0xedabeedb;
const headerMagic = 0x8eade801;
/** The header of the largest known packages has a tenth of this. */
const largestHeader = 64 * 1024 * 1024;

type Value = string[] | number[];

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

async function read(file: StagedFile, start: number, length: number): Promise<Buffer> {
  if (start + length > file.size) refuse('The package is truncated');
  return length === 0 ? Buffer.alloc(0) : buffer(file.open({ start, end: start + length - 1 }));
}

interface Section {
  values: Map<number, Value>;
  end: number;
}

async function readSection(file: StagedFile, start: number): Promise<Section> {
  const intro = await read(file, start, 16);
  if (intro.readUInt32BE(0) !== headerMagic) refuse('The package is damaged');
  const count = intro.readUInt32BE(8);
  const size = intro.readUInt32BE(12);
  if (count > 65_536 || size > largestHeader) refuse('The header of the package is too large');
  const body = await read(file, start + 16, count * 16 + size);
  const store = body.subarray(count * 16);
  const values = new Map<number, Value>();
  for (let at = 0; at < count; at++) {
    const [tag, type, offset, length] = [0, 4, 8, 12].map((part) => body.readUInt32BE(at * 16 + part)) as [number, number, number, number];
    const value = readValue(store, type, offset, length);
    if (value) values.set(tag, value);
  }
  return { values, end: start + 16 + count * 16 + size };
}

const widths: Record<number, number> = { 2: 1, 3: 2, 4: 4, 5: 8 };

function readValue(store: Buffer, type: number, offset: number, count: number): Value | undefined {
  if (type === 6 || type === 8 || type === 9) return stringsOf(store, offset, type === 6 ? 1 : count);
  const width = widths[type];
  if (width === undefined) return undefined;
  if (offset + count * width > store.length) refuse('The header of the package is damaged');
  const at = (index: number) => offset + index * width;
  const take = (index: number): number => {
    if (width === 8) return Number(store.readBigUInt64BE(at(index)));
    return store.readUIntBE(at(index), width);
  };
  return Array.from({ length: count }, (_, index) => take(index));
}

function stringsOf(store: Buffer, offset: number, count: number): string[] {
  const found: string[] = [];
  let position = offset;
  for (let index = 0; index < count; index++) {
    const end = store.indexOf(0, position);
    if (end < 0) refuse('The header of the package is damaged');
    found.push(store.toString('utf8', position, end));
    position = end + 1;
  }
  return found;
}

function access(values: Map<number, Value>) {
  const strings = (tag: number) => (values.get(tag) ?? []).filter((value) => typeof value === 'string');
  const numbers = (tag: number) => (values.get(tag) ?? []).filter((value) => typeof value === 'number');
  return { strings, numbers, text: (tag: number) => strings(tag)[0], number: (tag: number) => numbers(tag)[0] };
}

/** Reads lead, signature and header; the payload is not looked at. @throws AppError `invalid_package` */
export async function readRpmHeader(file: StagedFile): Promise<RpmHeader> {
  if (file.size < leadSize || (await read(file, 0, 4)).readUInt32BE(0) !== leadMagic) refuse('This is not an RPM package');
  const signature = await readSection(file, leadSize);
  const start = Math.ceil(signature.end / 8) * 8;
  const header = await readSection(file, start);
  const signed = access(signature.values);
  const size = signed.number(1000) ?? signed.number(270);
  if (header.end >= file.size || (size !== undefined && start + size > file.size)) refuse('The package is truncated');
  return { start, end: header.end, ...access(header.values), signature: signed };
}
