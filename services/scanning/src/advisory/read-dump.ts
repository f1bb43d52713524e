import { StringDecoder } from 'node:string_decoder';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { readStart } from '@packhouse/limits/read-up-to.ts';
import type { Content } from '../inventory/content.ts';
import { type Limits, Meter, UnreadableError } from '../inventory/limits.ts';
import { decompressed, entryPath, readHead, readKind, walkArchive } from '../inventory/walk-archive.ts';

/** Bytes of one record. */
const largestRecord = 5 * 1024 ** 2;
/** Bytes of one document that holds a list of records. */
const largestList = 64 * 1024 ** 2;

const dumpLimits: Limits = {
  entries: 2_000_000,
  unpacked: 20 * 1024 ** 3,
  ratio: 400,
  file: largestList,
  program: 0,
  depth: 0,
  components: 0,
  text: 0,
  layers: 0,
  images: 0,
  time: 4 * 60 * 60_000,
};

/** One record as it came. */
export interface RawRecord {
  /** Where in the dump it was, for people. */
  place: string;
  text: string;
}

type Take = (record: RawRecord) => Promise<void>;

/** A document: one record, or a list of them, which is taken apart again so that one faulty record spoils no other. */
async function takeDocument(place: string, bytes: Buffer, take: Take): Promise<void> {
  const text = bytes.toString('utf8').trim();
  if (!text.startsWith('[')) {
    await take({ place, text });
    return;
  }
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    await take({ place, text: '' });
    return;
  }
  for (const [index, one] of (list as unknown[]).entries()) {
    const record = describeDeep(one);
    await take({ place: `${place}, record ${index + 1}`, text: record });
  }
}

/** Writing deeply nested lists again would overflow the stack; such a record is told to be one by what stands in its place. */
function describeDeep(one: unknown): string {
  try {
    return JSON.stringify(one) ?? '';
  } catch {
    return '['.repeat(100);
  }
}

/** The lines of a text. @throws UnreadableError when one is longer than any document may be */
async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of source) {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    parts.push(first);
    length += first.length;
    for (const next of others) {
      yield parts.join('');
      parts = [next];
      length = next.length;
    }
    if (length > largestList) throw new UnreadableError(say(scanningWords.dump_document_too_large));
  }
  parts.push(decoder.end());
  yield parts.join('');
}

/** A text file: lines of records, or one document over many lines. */
async function takeText(content: Content, packed: 'gzip' | 'xz' | 'zstd' | 'unknown', meter: Meter, take: Take): Promise<void> {
  const { stream, done } = decompressed(content, packed, meter);
  const document: string[] = [];
  let size = 0;
  let number = 0;
  for await (const line of readLines(stream as AsyncIterable<Buffer>)) {
    number += 1;
    size += line.length;
    const isWhole = line.startsWith('{') && line.trimEnd().endsWith('}');
    if (document.length === 0 && isWhole) {
      if (line.length <= largestRecord) await take({ place: `line ${number}`, text: line });
      else await take({ place: `line ${number}`, text: '' });
      size = 0;
    } else {
      if (document.length === 0 && line.trim() === '') continue;
      if (size > largestList) throw new UnreadableError(say(scanningWords.dump_document_too_large));
      document.push(line);
    }
  }
  await done;
  if (document.length > 0) await takeDocument('the file', Buffer.from(document.join('\n')), take);
}

/** Whether packed content holds a tar archive. */
async function holdsTar(content: Content, kind: 'gzip' | 'xz' | 'zstd', limits: Limits): Promise<boolean> {
  const { stream, done } = decompressed(content, kind, new Meter(limits, content.size));
  const head = await readStart(stream, 512);
  await done.catch(() => undefined);
  return readKind(head) === 'tar';
}

/**
 * Gives every record of a dump: a zip or tar of JSON files, a file with a record a line, or a single JSON document, each packed or not.
 * What it is, its first bytes say, never its name. Resolves only when it was read to its end.
 * @throws UnreadableError when it is damaged, cut off, or beyond a limit
 */
export async function readDump(content: Content, take: Take, options: { limits?: Limits; signal?: AbortSignal } = {}): Promise<void> {
  const limits = options.limits ?? dumpLimits;
  const meter = new Meter(limits, content.size, options.signal);
  const kind = readKind(await readHead(content, 512));
  try {
    const isArchive = kind === 'zip' || kind === 'tar' || (kind !== 'unknown' && (await holdsTar(content, kind, limits)));
    if (!isArchive) {
      await takeText(content, kind, meter, take);
      return;
    }
    await walkArchive(content, meter, async (entry) => {
      const path = entryPath(entry.path);
      if (entry.kind !== 'file' || path === undefined || !/\.json$/i.test(path)) return;
      if (entry.size > largestRecord) await take({ place: path, text: '' });
      else await takeDocument(path, await entry.bytes(largestRecord), take);
    });
  } catch (error) {
    if (error instanceof UnreadableError || (error as Error).name === 'AbortError') throw error;
    throw new UnreadableError(say(scanningWords.dump_unreadable, { why: (error as Error).message }), { cause: error });
  }
}
