import { AppError } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import type { Format, Inspection, Location, PackageFacts, ReadBeside, StagedFile } from '@packhouse/formats/format.ts';
import { type JsonBudget, plainJson } from '@packhouse/formats/text/plain-json.ts';

/** Bytes of a name or version: longer ones fit no index. */
const longestName = 1000;

const exceeded = () => new AppError(repositoryWords.package_says_too_much);
/** Every listing of a package's repository reads the facts of all its versions; a readme alone may have half of this. */
const factsBudget = (): JsonBudget => ({ nodes: 500_000, text: 2 * 1024 * 1024, exceeded });
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

/** Looks into a file as its format does; undefined where there is nothing to see. @throws AppError `invalid_package` also when there is more than is kept */
export async function inspectFile(
  format: Pick<Format, 'inspect'>,
  location: Location | undefined,
  path: string,
  file: StagedFile,
  readBeside?: ReadBeside,
): Promise<Inspection | undefined> {
  const inspection = location && (await format.inspect?.(location, path, file, readBeside));
  return inspection && keepable(inspection);
}
