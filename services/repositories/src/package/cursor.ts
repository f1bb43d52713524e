import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';

/** A place in an ordered list as an opaque text; it says which ordering it belongs to. */
export function encodeCursor(ordering: string, parts: readonly string[]): string {
  return Buffer.from(JSON.stringify([ordering, ...parts])).toString('base64url');
}

/** @throws AppError `invalid_input` when the text is no cursor of this ordering. */
export function decodeCursor(ordering: string, cursor: string, count: number): readonly string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === count + 1 && parts.every((part) => typeof part === 'string') && parts[0] === ordering) return parts.slice(1);
  } catch {
    // Falls through to the refusal.
  }
  throw new AppError(storageWords.after_is_no_cursor_of_ordering, {}, { detail: [{ path: 'after', ...say(sharedWords.unknown_cursor) }] });
}
