import { allWords } from '@packhouse/contract/all-words.ts';
import { errors } from '@packhouse/contract/errors.ts';
import { ruleWords } from '@packhouse/contract/rule-words.ts';
import { fill, type Said, type Sentence } from '@packhouse/contract/sentences.ts';

/** Every sentence with a reason, in German. */
const byReason: ReadonlyMap<string, string> = new Map(allWords.flatMap((table) => Object.values(table).map(({ reason, de }) => [reason, de] as const)));

/** Holds what is said without a reason, by its English: a bare code, or a rule of a schema that the console checks itself. */
const byEnglish: ReadonlyMap<string, string> = new Map(
  [...Object.values(errors), ...ruleWords.flatMap((table) => Object.values<Sentence>(table))].map(({ en, de }) => [en, de] as const),
);

/** Something said, in German; what is in no table stays as it is. */
export function inGerman({ message, reason, values }: Said): string {
  const german = reason === undefined ? byEnglish.get(message) : byReason.get(reason);
  return german === undefined ? message : fill(german, values, inGerman);
}
