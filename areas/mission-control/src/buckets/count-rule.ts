import { bucketRules } from '@packhouse/contract/mission-control/bucket-rule-words.ts';
import { findCountProblem, type LicencesLeft } from '@packhouse/contract/mission-control/bucket-rules.ts';
import { words } from '@packhouse/ui/core.ts';

const byWords = new Map(Object.values(bucketRules).map(({ en, reason }) => [en as string, reason as string]));

/** What a rule says, in the reader's language. */
export function sayRule(message: string): string {
  return words().said({ message, reason: byWords.get(message) });
}

/** Nothing, a number, or text that writes none. */
export type Typed = number | string | null | undefined;

/** The rule of a field for a number of licences. */
export const countRule = (left: LicencesLeft) => ({
  required: true,
  validator: async (_: unknown, typed: Typed) => {
    const problem = findCountProblem(typed === null || typed === undefined ? undefined : Number(typed), left);
    if (problem !== undefined) throw new Error(sayRule(problem));
  },
});
