/** Where words begin inside a text: after a space or a mark, and where a capital follows a small letter. */
function readWords(text: string): string[] {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[\s\-_./@:]+/)
    .filter(Boolean);
}

/** The letters of a term in their order, however far apart; the closer together the better. */
function scattered(text: string, term: string): number {
  let from = 0;
  let first = -1;
  for (const letter of term) {
    const at = text.indexOf(letter, from);
    if (at < 0) return 0;
    if (first < 0) first = at;
    from = at + 1;
  }
  const span = from - first;
  return span > term.length * 3 ? 0 : term.length / span;
}

/** How well a text answers one term: the whole of it, its beginning, the beginning of a word, the first letters of words, anywhere, letters in order. */
function termScore(text: string, term: string): number {
  const lower = text.toLowerCase();
  if (lower === term) return 8;
  if (lower.startsWith(term)) return 6;
  const words = readWords(text);
  if (words.includes(term)) return 5.5;
  if (words.some((word) => word.startsWith(term))) return 5;
  const initials = words.map((word) => word[0]).join('');
  if (term.length > 1 && initials.startsWith(term)) return 4;
  if (lower.includes(term)) return 3;
  return term.length > 2 ? scattered(lower, term) : 0;
}

/** How well a text answers what was typed, 0 for not at all. Every term must be found; of equal answers the shorter text is the better one. */
export function score(text: string, typed: string): number {
  const terms = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return 1;
  const whole = termScore(text, terms.join(' '));
  const each = terms.map((term) => termScore(text, term));
  const together = each.includes(0) ? 0 : each.reduce((sum, one) => sum + one, 0) / each.length - 0.5;
  const best = Math.max(whole, together);
  return best <= 0 ? 0 : best - Math.min(0.4, text.length / 500);
}

/** The items that answer what was typed, best first; equal ones keep their order. */
export function rank<Item>(items: readonly Item[], typed: string, getText: (item: Item) => string): Item[] {
  return items
    .map((item, order) => ({ item, order, value: score(getText(item), typed) }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value || one.order - other.order)
    .map(({ item }) => item);
}

/** Ranks inside each group and puts the group with the best answer first, so that every group stands together under one heading. */
export function rankGroups<Item extends { group: string }>(
  items: readonly Item[],
  typed: string,
  options: { textOf: (item: Item) => string; most: number },
): Item[] {
  const groups = [...Map.groupBy(rank(items, typed, options.textOf), ({ group }) => group).values()];
  return groups.flatMap((group) => group.slice(0, options.most));
}
