/** Opens why something was refused. */
export type Explanation = () => void;

type Explainer = (text: string) => Explanation | undefined;

let explainer: Explainer = () => undefined;
let known = new Map<string, Explanation | undefined>();
const watchers = new Set<() => void>();

/** The application knows which texts refuse something for want of a right, and how that is explained; it says so once its screen is there. */
export function setExplainer(next: Explainer): void {
  explainer = next;
  known = new Map();
  for (const watcher of watchers) watcher();
}

/** What opens the explanation of a refusal; undefined for any other text. */
export function getExplanation(text: string | undefined): Explanation | undefined {
  if (text === undefined) return undefined;
  // The same text keeps the same answer, as those who render by it must be given.
  const kept = known.get(text) ?? explainer(text);
  if (kept) known.set(text, kept);
  return kept;
}

/** Calls back when refusals are explained otherwise than before. */
export function onExplainer(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
