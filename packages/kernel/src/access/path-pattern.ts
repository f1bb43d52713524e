// Ant's patterns (https://ant.apache.org/manual/dirtasks.html#patterns): `?` one character, `*` anything inside a folder name, `**` any folders.
// Matching is linear in pattern and path: whoever writes a pattern cannot make it slow for everybody else.

const getSegments = (pattern: string) => (pattern.endsWith('/') ? `${pattern}**` : pattern).replace(/^\/+/, '').split('/');

/** Whether the places from `patternAt` and `textAt` on fit, `star` meaning any run; the last star is widened one step at a time, earlier ones never again. */
export function fits<Item>(
  pattern: readonly Item[],
  text: readonly Item[],
  isStar: (item: Item) => boolean,
  same: (one: Item, other: Item) => boolean,
): boolean {
  let patternAt = 0;
  let textAt = 0;
  let star = -1;
  let resume = 0;
  while (textAt < text.length) {
    const wanted = pattern[patternAt];
    if (wanted !== undefined && isStar(wanted)) {
      star = patternAt++;
      resume = textAt;
    } else if (wanted !== undefined && same(wanted, text[textAt]!)) {
      patternAt++;
      textAt++;
    } else if (star >= 0) {
      patternAt = star + 1;
      textAt = ++resume;
    } else return false;
  }
  while (patternAt < pattern.length && isStar(pattern[patternAt]!)) patternAt++;
  return patternAt === pattern.length;
}

/** Whether a text is as a pattern says, in which `*` is any run of characters and everything else itself. */
export const fitsText = (pattern: string, text: string): boolean =>
  pattern === text ||
  (pattern.includes('*') &&
    fits(
      [...pattern],
      [...text],
      (character) => character === '*',
      (one, other) => one === other,
    ));

const nameFits = (pattern: string, name: string) =>
  pattern === name ||
  (/[*?]/.test(pattern) &&
    fits(
      [...pattern],
      [...name],
      (character) => character === '*',
      (one, other) => one === '?' || one === other,
    ));

/** Whether a path, without leading slash, lies under an Ant pattern. A pattern that ends in `/` means everything below. */
export function pathMatches(pattern: string, path: string): boolean {
  if (pattern === '**') return true;
  return fits(getSegments(pattern), path.split('/'), (segment) => segment === '**', nameFits);
}

const nameExpression = (segment: string) =>
  segment
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '[^/]*')
    .replace(/\?/g, '[^/]');

/** A path pattern as a regular expression that PostgreSQL reads, so that queries can ask what `isAllowed` asks. */
export function patternExpression(pattern: string): string {
  const segments = getSegments(pattern).filter((segment, index, all) => segment !== '**' || all[index - 1] !== '**');
  if (segments.length === 1 && segments[0] === '**') return '^.*$';
  const below = segments.at(-1) === '**';
  const core = below ? segments.slice(0, -1) : segments;
  const parts = core.map((segment, index) => {
    if (segment === '**') return '(?:.*/)?';
    return index === core.length - 1 ? nameExpression(segment) : `${nameExpression(segment)}/`;
  });
  const expression = `${parts.join('')}${below ? '(?:/.*)?' : ''}`;
  return `^${expression}$`;
}
