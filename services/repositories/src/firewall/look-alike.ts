/** Shorter names are near to each other by chance. */
const shortest = 6;

/** A name as somebody reads it who does not look closely: without scope signs and dashes, and with letters in place of the digits that look like them. */
export function makePlain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l');
}

/** Whether one letter added, left out, replaced or swapped with its neighbour makes one of the other. */
function isOneAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const swapped = short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
  return swapped || short.slice(at + 1) === long.slice(at + 1);
}

/** Whether a name could be taken for another: it is that name, reads like it, or is one letter away from it. */
export function looksLike(name: string, other: string): boolean {
  const [one, two] = [makePlain(name), makePlain(other)];
  return one === two || (Math.min(one.length, two.length) >= shortest && isOneAway(one, two));
}
