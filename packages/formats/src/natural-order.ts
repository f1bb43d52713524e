const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'variant' });

/** Orders texts as people read them, runs of digits by their value: for formats whose versions follow no rule. */
export function compareNaturally(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
