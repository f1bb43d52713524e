import { isMainThread, resourceLimits } from 'node:worker_threads';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
/** Opens a list; with this bit more it opens a record. */
const bracket = 0x5b;
const braceBit = 0x20;

/** So much memory a value, a key or a bracket takes at the most, in bytes: keys that all differ take the most of what was measured. */
const bytesPerMark = 96;

/** A document would take more memory than its thread has. */
class DocumentTooLargeError extends Error {}

/** Whether a document has more values, keys and brackets than that. Each begins after one of four marks outside of texts. */
function hasMoreMarks(text: string, most: number): boolean {
  let count = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) isText = !isText;
    else if (isText) {
      if (code === backslash) at++;
    } else if ((code === comma || code === colon || (code & ~braceBit) === bracket) && ++count > most) return true;
  }
  return false;
}

let most = Number.POSITIVE_INFINITY;
let hasRefused = false;

/**
 * In a thread: lets `JSON.parse` refuse what would take more memory than the thread has, whoever calls it, libraries too. V8 ends a thread that
 * takes too much only between two steps of a program; parsing is one step, and when it meets the limit V8 ends the whole process.
 */
export function boundParsing(): void {
  if (isMainThread || most !== Number.POSITIVE_INFINITY) return;
  most = ((resourceLimits.maxOldGenerationSizeMb ?? 0) * 1024 * 1024) / bytesPerMark;
  const parse = JSON.parse;
  JSON.parse = (given: string, reviver?: Parameters<typeof parse>[1]): unknown => {
    const text = String(given);
    if (text.length > most && hasMoreMarks(text, most)) {
      hasRefused = true;
      throw new DocumentTooLargeError('a document would take more memory than its thread has');
    }
    return parse(text, reviver);
  };
}

/** Whether a document was refused since this was asked last: whatever failed after that, this is the reason. */
export function takeRefusal(): boolean {
  const had = hasRefused;
  hasRefused = false;
  return had;
}
