import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type InputType, inflateRaw, type ZlibOptions } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import { documentRefusals } from '../document-refusals.ts';
import type { StagedFile } from '../format.ts';
import { refusals } from './alpine-refusals.ts';

// https://wiki.alpinelinux.org/wiki/Apk_spec

/** Signature and control segment stand before the data and are small. */
const largestStart = 8 * 1024 * 1024;
const largestSegment = 64 * 1024 * 1024;
/** Of `.PKGINFO`; the longest lists of what a package provides take some ten thousand bytes. */
const largestInfo = 1024 * 1024;

/** Tells beside the content how much of the input it took. */
const unpack = promisify(inflateRaw as unknown as (bytes: InputType, options: ZlibOptions, done: (error: Error | null, result: Unpacked) => void) => void);

interface Unpacked {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

interface Segment {
  start: number;
  end: number;
  content: Buffer;
}

/** Length of a gzip member's header. https://www.rfc-editor.org/rfc/rfc1952 */
function headerLength(bytes: Buffer): number {
  const flags = bytes[3] ?? 0;
  let position = 10;
  if (flags & 4) position += 2 + bytes.readUInt16LE(position);
  for (const flag of [8, 16]) if (flags & flag) position = bytes.indexOf(0, position) + 1;
  return flags & 2 ? position + 2 : position;
}

/** One gzip member: where it ends can only be told by unpacking it. */
async function segmentAt(bytes: Buffer, start: number): Promise<Segment> {
  const member = bytes.subarray(start);
  if (member.length < 20 || member.readUInt16BE(0) !== 0x1f8b) throw new AppError(refusals.no_apk);
  try {
    const head = headerLength(member);
    const { buffer: content, engine } = await unpack(member.subarray(head), { info: true, maxOutputLength: largestSegment });
    return { start, end: start + head + engine.bytesWritten + 8, content };
  } catch (cause) {
    throw new AppError(refusals.apk_damaged_or_truncated, {}, { cause });
  }
}

/** A number of a tar header: octal digits between blanks and NULs, and nothing else, no sign either. */
function octalAt(tar: Buffer, start: number, end: number): number {
  const digits = tar.toString('latin1', start, end).replaceAll('\0', ' ').trim();
  if (!/^[0-7]*$/.test(digits)) throw new AppError(documentRefusals.package_damaged);
  return Number.parseInt(digits || '0', 8);
}

/** Plain files of a small tar, which may lack its end. */
function readFiles(tar: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let position = 0; position + 512 <= tar.length; ) {
    const name = tar.toString('utf8', position, position + 100).replace(/\0.*$/s, '');
    if (name === '') break;
    const size = octalAt(tar, position + 124, position + 136);
    if (position + 512 + size > tar.length) throw new AppError(documentRefusals.package_damaged);
    const type = tar[position + 156];
    if (type === 0 || type === 0x30) files.set(name, tar.subarray(position + 512, position + 512 + size));
    position += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** The lines `key = value`; keys may repeat. */
function getInfo(source: Buffer): Map<string, string[]> {
  if (source.length > largestInfo) throw new AppError(refusals.apk_info_too_large);
  const info = new Map<string, string[]>();
  for (const line of source.toString().split('\n')) {
    const sign = line.indexOf('=');
    const key = line.slice(0, Math.max(0, sign)).trimEnd();
    if (!/^\w+$/.test(key)) continue;
    const values = info.get(key) ?? [];
    values.push(line.slice(sign + 1).trim());
    info.set(key, values);
  }
  return info;
}

export interface ApkControl {
  /** `.PKGINFO`: keys may repeat. */
  info: ReadonlyMap<string, readonly string[]>;
  /** SHA-1 of the control segment as it lies in the file: the package's identity in listings. */
  checksum: string;
  /** Name of the key that the package says it is signed with. */
  signer: string | undefined;
}

/** The control segment promises the rest, where its builder is not very old. */
async function requireData(file: StagedFile, start: number, sha256: string | undefined): Promise<void> {
  if (sha256 === undefined) return;
  const hash = createHash('sha256');
  for await (const chunk of file.open({ start, end: file.size - 1 })) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== sha256.toLowerCase()) throw new AppError(refusals.apk_data_differs);
}

/** @throws AppError `invalid_package` */
export async function readApk(file: StagedFile): Promise<ApkControl> {
  if (file.size < 40) throw new AppError(refusals.no_apk);
  const bytes = await buffer(file.open({ start: 0, end: Math.min(file.size, largestStart) - 1 }));
  let segment = await segmentAt(bytes, 0);
  let files = readFiles(segment.content);
  const signer = /^\.SIGN\.(?:DSA|RSA\d*)\.(?<key>[ -~]{1,200})$/.exec([...files.keys()].find((name) => name.startsWith('.SIGN.')) ?? '')?.groups?.key;
  if ([...files.keys()].some((name) => name.startsWith('.SIGN.'))) {
    segment = await segmentAt(bytes, segment.end);
    files = readFiles(segment.content);
  }
  const source = files.get('.PKGINFO');
  if (!source) throw new AppError(refusals.apk_without_info);
  if (segment.end >= file.size) throw new AppError(documentRefusals.package_truncated);
  const info = getInfo(source);
  await requireData(file, segment.end, info.get('datahash')?.[0]);
  return { info, signer, checksum: `Q1${createHash('sha1').update(bytes.subarray(segment.start, segment.end)).digest('base64')}` };
}
