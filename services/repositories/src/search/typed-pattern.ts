import { hasWildcard, makeLike } from '../directory/glob.ts';

/** Texts of fewer letters are looked for at the beginning only: no index knows where two letters stand. */
export const fewLetters = 3;

/** Gives what was typed as a `like` pattern: with wildcards it stands for the whole, without it may stand anywhere. */
export function typedPattern(text: string): string {
  const lower = text.trim().toLowerCase();
  if (hasWildcard(lower)) return makeLike(lower);
  return lower.length < fewLetters ? `${makeLike(lower)}%` : `%${makeLike(lower)}%`;
}
