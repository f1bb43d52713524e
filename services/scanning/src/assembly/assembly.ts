import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Selectable } from 'kysely';
import type { AssemblyKind, AssemblyTable } from '../assembly-tables.ts';
import type { TargetRow } from '../target/target.ts';

export type AssemblyRow = Selectable<AssemblyTable>;

/** What rules are applied to: a version by the file that stands for it, or an assembly, whose format is then its kind. */
export interface JudgedThing extends Pick<TargetRow, 'id' | 'repository' | 'path' | 'package' | 'version' | 'component_id' | 'licences'> {
  format: FormatId | AssemblyKind;
  /** Of a file. */
  sha256: string | null;
  /** Of an assembly: when it came. */
  known_at?: Date;
}

export function isAssembly(thing: { format: string }): boolean {
  return thing.format === 'build' || thing.format === 'releaseBundle';
}

/** An assembly among the things that rules are applied to: it has no licence, no risk and no content but those of its parts. */
export const toThing = ({ id, kind, repository, path, name, version, known_at }: AssemblyRow): JudgedThing => ({
  id,
  repository,
  path,
  format: kind,
  package: name,
  version,
  sha256: null,
  component_id: null,
  licences: [],
  known_at,
});
