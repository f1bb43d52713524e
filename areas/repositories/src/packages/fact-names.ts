import { catalogue } from '@packhouse/console-kit/console-kit.ts';
import { factNames } from '@packhouse/formats/format-words.ts';

/** Facts that formats tell of a version come with English names. */
const { t } = catalogue(factNames);

/** The name of a fact in the language on screen. */
export function factName(label: string): string {
  return Object.hasOwn(factNames, label) ? t(label) : label;
}
