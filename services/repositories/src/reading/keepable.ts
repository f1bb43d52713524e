import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import type { Inspection, PackageFacts } from '@packhouse/formats/format.ts';
import { type JsonBudget, plainJson, spendJson } from '@packhouse/formats/text/plain-json.ts';

/** Bytes of a name or version: longer ones fit no index. */
const longestName = 1000;

const exceeded = () => new AppError(repositoryWords.package_says_too_much);
/** Every listing of a package's repository reads the facts of all its versions; a readme alone may have half of this. */
const factsBudget = (): JsonBudget => ({ nodes: readingLimits.factValues.most, text: readingLimits.factText.most, exceeded });
/** Bounds what one file puts into signed listings; the lists of files of the largest packages have some ten million characters. */
const listedBudget = (): JsonBudget => ({ nodes: 500_000, text: 64 * 1024 * 1024, exceeded });

/** Facts as the database can hold them. @throws AppError `invalid_package` when they are too many */
export function keepableFacts(facts: PackageFacts): PackageFacts {
  return plainJson(facts, factsBudget()) as PackageFacts;
}

/** Gives what is kept of what a format read in a package, whichever format. @throws AppError `invalid_package` when that is too much */
export function keepable(inspection: Inspection): Inspection {
  for (const name of [inspection.package, inspection.version])
    if (Buffer.byteLength(name) > longestName || name.includes('\0') || !name.isWellFormed()) throw new AppError(repositoryWords.package_name_unfit);
  return {
    ...inspection,
    ...(inspection.facts === undefined ? {} : { facts: keepableFacts(inspection.facts) }),
    ...(inspection.listed === undefined ? {} : { listed: plainJson(inspection.listed, listedBudget()) }),
  };
}

function spendAll(budget: JsonBudget, value: unknown): void {
  spendJson(budget, typeof value === 'string' ? value.length : 0);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [key, one] of value instanceof Map ? value : Object.entries(value)) {
    spendJson(budget, String(key).length);
    spendAll(budget, one);
  }
}

/** The answer of a reader, which has to be small enough for whoever takes it up. @throws AppError `invalid_package` */
export function requireModest<Answer>(answer: Answer): Answer {
  spendAll({ ...factsBudget(), text: 16 * 1024 * 1024 }, answer);
  return answer;
}
