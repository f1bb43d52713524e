import { AppError } from '@packhouse/contract/errors.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';

/** A place in an ordered list as a text that says of which ordering it is. */
export const encodePlace = (ordering: string, parts: readonly string[]) => Buffer.from(JSON.stringify([ordering, ...parts])).toString('base64url');

/** `fits` says what each part looks like. @throws AppError `invalid_input` when the text is no place of this ordering */
export function decodePlace(ordering: string, text: string, fits: readonly RegExp[]): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(parts) && parts[0] === ordering && parts.length === fits.length + 1) {
      const given = parts.slice(1).map(String);
      if (fits.every((fit, at) => fit.test(given[at]!))) return given;
    }
  } catch {
    // It is refused like any other text that is no place.
  }
  throw new AppError(sharedWords.after_is_no_cursor);
}
