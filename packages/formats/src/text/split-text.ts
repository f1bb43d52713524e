import { AppError } from '@packhouse/contract/errors.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { documentRefusals } from '../document-refusals.ts';

type Chunks = AsyncIterable<Buffer | string>;

/** A small document of an upstream. @throws AppError `upstream_failed` when it is longer than `longest` bytes */
export async function readText(body: Chunks, longest: number): Promise<string> {
  const tooLarge = () => new AppError(documentRefusals.upstream_document_too_large);
  return (await readUpTo(body, longest, tooLarge)).toString();
}

/**
 * The parts of an upstream's text between separators, as they come in; each is looked through once, however it is cut into chunks.
 * @throws AppError `upstream_failed` when a part is longer than `longest` characters
 */
export async function* splitText(body: Chunks, separator: string, longest: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  /** The part that is not at its end yet, but for the few characters in which a separator may begin. */
  let before: string[] = [];
  let length = 0;
  let edge = '';
  for await (const chunk of body) {
    const text = edge + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    let start = 0;
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, start)) {
      yield before.join('') + text.slice(start, at);
      before = [];
      length = 0;
      start = at + separator.length;
    }
    const kept = Math.max(start, text.length - separator.length + 1);
    if (kept > start) before.push(text.slice(start, kept));
    length += kept - start;
    edge = text.slice(kept);
    if (length > longest) throw new AppError(documentRefusals.upstream_entry_too_long);
  }
  yield before.join('') + edge;
}
