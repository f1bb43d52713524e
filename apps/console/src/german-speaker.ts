import type { Said } from '@packhouse/contract/sentences.ts';

let speaker: typeof import('./german-words.ts') | undefined;

/** Fetches the German of everything that servers and schemas say. The first page does not wait for it. */
export async function loadGerman(): Promise<void> {
  speaker ??= await import('./german-words.ts');
}

/** Something said, in German as soon as that has come, in English until then. */
export function inGerman(said: Said): string {
  return speaker?.inGerman(said) ?? said.message;
}
