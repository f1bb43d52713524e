import { plainText } from '../text/plain-json.ts';

/** Fields of one record, each with its lines joined. https://www.debian.org/doc/debian-policy/ch-controlfields.html */
export type Fields = Map<string, string>;

const mostFields = 1000;

/** Reads one record, as R's `read.dcf` does; undefined when it is none. */
export function readFields(text: string): Fields | undefined {
  const fields: Fields = new Map();
  let last: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    if (/^[ \t]/.test(line)) {
      if (last === undefined) return undefined;
      fields.set(last, `${fields.get(last)}\n${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(':');
    last = line.slice(0, Math.max(0, colon));
    if (!/^[!-9;-~]+$/.test(last) || fields.size > mostFields) return undefined;
    fields.set(last, line.slice(colon + 1).trim());
  }
  return fields;
}

/** A value on one line. */
export const joinLines = (value: string): string => value.replaceAll(/\s+/g, ' ').trim();

/** Names that R knows encodings by, and those that decoders do. */
const encodings: Readonly<Record<string, string>> = { latin1: 'iso-8859-1', latin2: 'iso-8859-2', latin9: 'iso-8859-15', utf8: 'utf-8' };

function decode(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encodings[encoding.toLowerCase()] ?? encoding, { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Reads a file `DESCRIPTION`, which says itself how its letters are written. https://cran.r-project.org/doc/manuals/R-exts.html#The-DESCRIPTION-file */
export function readDescription(bytes: Buffer): Fields | undefined {
  const encoding = /^Encoding:[ \t]*([\w.:-]{1,40})[ \t]*\r?$/m.exec(bytes.toString('latin1'))?.[1];
  return readFields(plainText(decode(bytes, encoding ?? 'utf-8')));
}
