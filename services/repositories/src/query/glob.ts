/** `*` stands for any run of characters, also across slashes, `?` for one character. */
export function likeOf(pattern: string): string {
  return pattern
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\*+/g, '%')
    .replace(/\?/g, '_');
}

export const hasWildcard = (pattern: string) => /[*?]/.test(pattern);

export function globMatches(pattern: string, text: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${expression}$`, 'su').test(text);
}
