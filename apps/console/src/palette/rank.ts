/** How well a text answers what was typed: whole beginnings first, then beginnings of words, then anywhere, then letters in order. */
function score(text: string, typed: string): number {
  if (typed === '') return 1;
  const lower = text.toLowerCase();
  if (lower.startsWith(typed)) return 4;
  const at = lower.indexOf(typed);
  if (at > 0) return /[\s\-_./@:]/.test(lower[at - 1] ?? '') ? 3 : 2;
  let from = 0;
  for (const letter of typed) {
    from = lower.indexOf(letter, from) + 1;
    if (from === 0) return 0;
  }
  return typed.length > 2 ? 1 : 0;
}

/** The items that answer what was typed, best first; equal ones keep their order. */
export function rank<Item>(items: readonly Item[], typed: string, textOf: (item: Item) => string): Item[] {
  const wanted = typed.trim().toLowerCase();
  return items
    .map((item, order) => ({ item, order, value: score(textOf(item), wanted) }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value || one.order - other.order)
    .map(({ item }) => item);
}
