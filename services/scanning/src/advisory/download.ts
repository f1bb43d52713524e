import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Context } from '../context.ts';
import { UnreadableError } from '../inventory/limits.ts';

/** A download that breaks off goes on where it stopped, so many times. */
const mostResumptions = 5;

interface Download {
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  onBytes: (done: number, total: number | null) => void;
}

/** What the publisher says of its content, which is compared with what came. */
interface Promised {
  size: number | null;
  md5: string | undefined;
}

export interface Downloaded {
  etag: string | null;
  lastModified: string | null;
  body: Readable;
}

const answered = (url: string, status: number) => new UnreadableError(say(scanningWords.source_answered, { host: new URL(url).host, status }));

/** Sums of object storage look like `crc32c=…, md5=…`. */
function readPromise({ headers }: OutgoingAnswer): Promised {
  const length = headers['content-length'];
  const md5 = /(?:^|[,\s])md5=([A-Za-z0-9+/]{22}==)/.exec(headers['x-goog-hash'] ?? '')?.[1];
  return { size: length === undefined ? null : Number(length), md5 };
}

/** The bytes of an answer, and those that are missing when it breaks off, as long as the publisher still has the same content. */
async function* readOn({ platform }: Pick<Context, 'platform'>, first: OutgoingAnswer, promised: Promised, download: Download): AsyncGenerator<Buffer> {
  const { url, signal, onBytes } = download;
  const { etag } = first.headers;
  const sum = createHash('md5');
  let [done, resumptions] = [0, 0];
  let body: Readable = first.body;
  for (;;) {
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        done += chunk.length;
        sum.update(chunk);
        onBytes(done, promised.size);
        yield chunk;
      }
      if (promised.size === null || done >= promised.size) break;
    } catch (error) {
      if (signal.aborted) throw error;
    }
    if (etag === undefined || etag.startsWith('W/') || promised.size === null || ++resumptions > mostResumptions)
      throw new UnreadableError(say(scanningWords.dump_length_differs));
    const rest = await platform.outgoing.request(url, { headers: { range: `bytes=${done}-`, 'if-range': etag, 'accept-encoding': 'identity' }, signal });
    // A server that begins anew is as good as one that goes on while nothing has come.
    if (rest.status !== 206 && !(rest.status === 200 && done === 0)) {
      rest.body.destroy();
      throw rest.status === 200 ? new UnreadableError(say(scanningWords.dump_changed_meanwhile)) : answered(url, rest.status);
    }
    body = rest.body;
  }
  if (promised.size !== null && done !== promised.size) throw new UnreadableError(say(scanningWords.dump_length_differs));
  if (promised.md5 !== undefined && sum.digest('base64') !== promised.md5) throw new UnreadableError(say(scanningWords.dump_sum_differs));
}

/** Begins to fetch an address; undefined when nothing there has changed. @throws UnreadableError for any other answer than a good one */
export async function download(context: Pick<Context, 'platform'>, wanted: Download): Promise<Downloaded | undefined> {
  const { url, headers, signal } = wanted;
  const answer = await context.platform.outgoing.request(url, { headers: { ...headers, 'accept-encoding': 'identity' }, signal });
  if (answer.status !== 200) {
    answer.body.destroy();
    if (answer.status === 304) return undefined;
    throw answered(url, answer.status);
  }
  const body = Readable.from(readOn(context, answer, readPromise(answer), wanted));
  return { etag: answer.headers.etag ?? null, lastModified: answer.headers['last-modified'] ?? null, body };
}
