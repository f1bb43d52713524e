import { catalogue } from '@packhouse/console-kit/console-kit.ts';
import { snippetTitles } from '@packhouse/formats/format-words.ts';

const { t } = catalogue(snippetTitles);

/** The title of a snippet in the language on screen; one of a format that has none there stays as the server says it. */
export function snippetTitle(title: string): string {
  return Object.hasOwn(snippetTitles, title) ? t(title) : title;
}
