import type { ByteRange } from '@packhouse/kernel/blobs/blob-store.ts';

const mostRanges = 32;

/**
 * Ranges of a `Range` header (RFC 9110, section 14). `undefined`: answer the whole; an empty list: none can be satisfied.
 * What we do not understand is ignored, as the RFC asks.
 */
export function parseRanges(header: string | undefined, size: number): readonly ByteRange[] | undefined {
  if (header === undefined || !/^bytes=/i.test(header)) return undefined;
  const parts = header.slice('bytes='.length).split(',');
  if (parts.length > mostRanges) return undefined;
  const ranges: ByteRange[] = [];
  for (const part of parts) {
    const match = /^\s*(\d*)-(\d*)\s*$/.exec(part);
    if (!match || (match[1] === '' && match[2] === '')) return undefined;
    const [, from, to] = match as unknown as [string, string, string];
    if (from === '') {
      const length = Math.min(Number(to), size);
      if (length > 0) ranges.push({ start: size - length, end: size - 1 });
    } else {
      if (to !== '' && Number(to) < Number(from)) return undefined;
      if (Number(from) < size) ranges.push({ start: Number(from), end: to === '' ? size - 1 : Math.min(Number(to), size - 1) });
    }
  }
  // More bytes than the whole has: someone asks for the same ones again and again.
  const asked = ranges.reduce((sum, range) => sum + range.end - range.start + 1, 0);
  return asked > size && ranges.length > 1 ? undefined : ranges;
}

/** Does `If-None-Match` name this validator? Weak comparison. */
function namesEtag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === bare);
}

/** Is what the client has still good? `If-None-Match` wins over `If-Modified-Since`. */
export function isNotModified(
  headers: { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined },
  etag: string,
  modified?: Date,
): boolean {
  const match = headers['if-none-match'];
  if (match !== undefined) return namesEtag(match, etag);
  const since = headers['if-modified-since'];
  if (since === undefined || !modified) return false;
  const time = Date.parse(since);
  return !Number.isNaN(time) && Math.floor(modified.getTime() / 1000) * 1000 <= time;
}

/** `If-Range`: a range is only good while the bytes are the ones the client began with. */
export function rangeStillGood(header: string | undefined, etag: string, modified: Date): boolean {
  if (header === undefined) return true;
  if (header.startsWith('"')) return header === etag;
  const time = Date.parse(header);
  return !Number.isNaN(time) && Math.floor(modified.getTime() / 1000) * 1000 === time;
}
