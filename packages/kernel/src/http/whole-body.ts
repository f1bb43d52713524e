import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { limitAtOnce } from '@packhouse/limits/turns.ts';

/** Bodies up to this are read and used at once: their number is what limits them. */
const smallBody = 1024 * 1024;
/**
 * Values in one large body. Parsed, a byte may take up to thirty-five, where a body consists of next to nothing but empty lists; documents that say
 * something have a value in thirty bytes.
 */
const mostValues = 2_000_000;
/** Milliseconds in which a large body arrives once it is known to be one: it keeps a place that others wait for. */
const arrival = 5 * 60_000;

const refusal = () => new AppError(kernelWords.too_many_large_documents);

export interface AskedBody {
  /** Bytes at most. */
  limit: number;
  /** Whose it is; of one sender's large bodies fewer are taken at once. */
  who: string;
  /** What is done with it takes as much memory as for a large body, however small it is. */
  isLarge?: boolean;
  /** Whoever uses it counts its values (`requireFewValues`), in a thread: counting those of a large body takes long, too. */
  countsItself?: boolean;
}

export interface WholeBodies {
  /**
   * Reads a body of JSON whole and does something with its bytes. Of large ones few are received, and one is used, at a time.
   * @throws AppError `too_large` beyond the limit or with too many values, `unavailable` when there is no turn in time
   */
  use<Result>(body: Readable, asked: AskedBody, use: (bytes: Buffer) => Promise<Result>): Promise<Result>;
}

/** Values that a text of JSON has at most; linear, and without making any of them. */
function valuesIn(bytes: Buffer): number {
  let count = 1;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22) isText = !isText;
    else if (isText) at += byte === 0x5c ? 1 : 0;
    // Comma, opening bracket, opening brace.
    else if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count++;
  }
  return count;
}

/** @throws AppError `too_large` when a text of JSON has more values than that: than can be held, unless said */
export function requireFewValues(bytes: Buffer, most = mostValues): void {
  if (bytes.length > most && valuesIn(bytes) > most) throw new AppError(kernelWords.document_has_too_many_values, { count: most }, { detail: { limit: most } });
}

/** A limit for one kind of work in this process, so that its memory does not grow with the number of clients. */
export function wholeBodies(): WholeBodies {
  const receiving = limitAtOnce({ atOnce: 8, each: 2, patience: 60_000, refusal });
  const using = limitAtOnce({ atOnce: 1, patience: 60_000, refusal });
  return {
    async use(body, { limit, who, isLarge = false, countsItself = false }, use) {
      const releases: (() => void)[] = [];
      let timer: NodeJS.Timeout | undefined;
      /** Takes a turn for the rest of a body once it is known to be large. */
      async function* inTurn() {
        let length = 0;
        for await (const chunk of body as AsyncIterable<Buffer>) {
          length += chunk.length;
          yield chunk;
          if (length <= smallBody || releases.length > 0) continue;
          releases.push(await receiving.take(who));
          timer = setTimeout(() => body.destroy(new AppError(kernelWords.body_too_slow)), arrival);
        }
      }
      try {
        const bytes = await readUpTo(inTurn(), limit);
        clearTimeout(timer);
        const large = bytes.length > smallBody;
        if (large || isLarge) releases.push(await using.take());
        if (large && !countsItself) requireFewValues(bytes);
        return await use(bytes);
      } finally {
        clearTimeout(timer);
        for (const release of releases) release();
      }
    },
  };
}
