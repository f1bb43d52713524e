import { fits } from '@packhouse/kernel/access/path-pattern.ts';

/** `*` stands for any run of characters, also across slashes, `?` for one character. */
export function makeLike(pattern: string): string {
  return pattern
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\*+/g, '%')
    .replace(/\?/g, '_');
}

export const hasWildcard = (pattern: string) => /[*?]/.test(pattern);

/** In time linear in the pattern times the text: whoever asks cannot keep everybody else waiting. */
export function globMatches(pattern: string, text: string): boolean {
  return fits(
    [...pattern],
    [...text],
    (character) => character === '*',
    (one, other) => one === '?' || one === other,
  );
}
