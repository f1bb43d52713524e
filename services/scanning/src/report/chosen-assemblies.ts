import type { ReportAssemblies, ReportResources } from '@packhouse/contract/scanning/report-input.ts';
import { fitsText } from '@packhouse/kernel/access/path-pattern.ts';
import type { AssemblyRow } from '../assembly/assembly.ts';
import type { AssemblyKind } from '../assembly-tables.ts';
import type { Db } from '../schema.ts';
import { selectLatestAssemblies, selectNamesOf } from './content-queries.ts';

/** Builds and release bundles that a report is limited to, as it says them; none where it names none. */
export function readChoices({ builds, release_bundles, release_bundles_v2 }: ReportResources): { kind: AssemblyKind; wanted: ReportAssemblies }[] {
  const given = [
    ['build', builds],
    ['releaseBundle', release_bundles],
    ['releaseBundle', release_bundles_v2],
  ] as const;
  return given.flatMap(([kind, wanted]) => (wanted ? [{ kind, wanted }] : []));
}

function isWanted({ names, include_patterns: include, exclude_patterns: exclude }: ReportAssemblies, name: string): boolean {
  const fits = (pattern: string) => fitsText(pattern, name);
  const isAny = !names?.length && !include?.length;
  return (isAny || (names?.includes(name) ?? false) || (include?.some(fits) ?? false)) && !exclude?.some(fits);
}

/** The newest runs or versions of those that are chosen among what some repositories keep. */
export async function chooseAssemblies(db: Db, resources: ReportResources, keepers: readonly string[]): Promise<AssemblyRow[]> {
  const chosen = new Map<number, AssemblyRow>();
  for (const { kind, wanted } of readChoices(resources)) {
    const names = (await selectNamesOf(db, keepers, kind)).filter((name) => isWanted(wanted, name));
    for (const row of await selectLatestAssemblies(db, keepers, { kind, names, latest: wanted.number_of_latest_versions })) chosen.set(row.id, row);
  }
  return [...chosen.values()];
}
