import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';

const longestPath = 1024;
const longestSegment = 255;

/** The path as it is stored: no leading or trailing slash. @throws AppError `invalid_path` */
export function storagePath(text: string): string {
  const path = text.replace(/^\//, '').replace(/\/$/, '');
  if (path === '') return '';
  if (Buffer.byteLength(path) > longestPath) throw new AppError(storageWords.path_too_long, { count: longestPath });
  // To clients on Windows a backslash separates folders, so one in a name could lead outside.
  if (path.includes('\\')) throw new AppError(storageWords.path_with_backslash);
  if (hasControlCharacter(path)) throw new AppError(storageWords.path_with_control_characters);
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.' || segment === '..') throw new AppError(storageWords.path_with_dots);
    if (segment.length * 3 > longestSegment && Buffer.byteLength(segment) > longestSegment)
      throw new AppError(storageWords.path_part_too_long, { count: longestSegment });
  }
  return path;
}

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return true;
    // A lone surrogate has no UTF-8 form: PostgreSQL and the URL would disagree about it.
    if (code >= 0xd800 && code <= 0xdfff) {
      const next = text.charCodeAt(at + 1);
      if (code > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return true;
      at++;
    }
  }
  return false;
}

export function getFolder(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export function getName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folders above a path, outermost first, without the root. */
export function listAncestors(path: string): string[] {
  const ancestors: string[] = [];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) ancestors.push(path.slice(0, slash));
  return ancestors;
}

export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Is `path` the folder itself or below it? The root holds everything. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
