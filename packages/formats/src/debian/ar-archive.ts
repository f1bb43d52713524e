import { buffer } from 'node:stream/consumers';
import { AppError } from '@packhouse/contract/errors.ts';
import type { RangedBytes } from '../archive/archive-entry.ts';
import { documentRefusals } from '../document-refusals.ts';
import { refusals } from './debian-refusals.ts';

const magic = '!<arch>\n';
const headerSize = 60;
/** A Debian package has three members; more than this is none. */
const mostMembers = 32;

export interface ArMember {
  name: string;
  start: number;
  size: number;
}

async function read(file: RangedBytes, start: number, length: number): Promise<Buffer> {
  if (start + length > file.size) throw new AppError(documentRefusals.package_truncated);
  return buffer(file.open({ start, end: start + length - 1 }));
}

/**
 * The members of a common ar archive. https://manpages.debian.org/deb.5
 * @throws AppError `invalid_package`
 */
export async function readArMembers(file: RangedBytes): Promise<ArMember[]> {
  if (file.size < magic.length || (await read(file, 0, magic.length)).toString('latin1') !== magic) throw new AppError(refusals.no_deb);
  const members: ArMember[] = [];
  for (let position = magic.length; position < file.size; ) {
    if (members.length === mostMembers) throw new AppError(refusals.deb_has_too_many_members);
    const header = (await read(file, position, headerSize)).toString('latin1');
    const digits = header.slice(48, 58).trim();
    if (header.slice(58) !== '`\n' || !/^\d+$/.test(digits)) throw new AppError(documentRefusals.package_damaged);
    const size = Number(digits);
    const start = position + headerSize;
    if (start + size > file.size) throw new AppError(documentRefusals.package_truncated);
    members.push({ name: header.slice(0, 16).trim().replace(/\/$/, ''), start, size });
    position = start + size + (size % 2);
  }
  return members;
}
