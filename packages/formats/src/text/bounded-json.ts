import { readingLimits } from '@packhouse/contract/repositories/limits.ts';

const quote = 0x22;
const backslash = 0x5c;
/** The bytes of `,` `:` `[` and `{`: each begins a value, a key or both. */
const marks = new Set([0x2c, 0x3a, 0x5b, 0x7b]);

/** Whether a document has more values, keys and brackets than that. It is counted before anything is made of it: a value of two bytes takes fifty. */
function hasMoreTokens(bytes: Buffer, most: number): boolean {
  let count = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === quote) isText = !isText;
    else if (isText && byte === backslash) at++;
    else if (!isText && marks.has(byte) && ++count > most) return true;
  }
  return false;
}

/** Parses JSON that strangers wrote, in the memory that a thread has. @throws SyntaxError when it is none, and what `exceeded` gives when it has too many values */
export function parseBounded(bytes: Buffer, exceeded: () => Error): unknown {
  if (hasMoreTokens(bytes, readingLimits.jsonTokens.most)) throw exceeded();
  return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')) as unknown;
}
