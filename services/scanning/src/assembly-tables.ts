import type { ColumnType, Generated } from 'kysely';

/** What consists of files: a run of a build, or a version of a release bundle. */
export type AssemblyKind = 'build' | 'releaseBundle';

export interface AssemblyTable {
  /** Never that of a version of a package. */
  id: Generated<number>;
  kind: AssemblyKind;
  /** Where its document or its files are kept, by which is decided who may read it. */
  repository: string;
  path: string;
  name: string;
  /** Of a build, the number of the run. */
  version: string;
  /** When it came. */
  known_at: ColumnType<Date, Date | undefined, Date>;
}

/** Each row is content that an assembly consists of. */
export interface AssemblyPartTable {
  assembly_id: number;
  sha256: string;
}

/** Which builds of a repository are judged, where somebody chose. */
export interface JudgedBuildsTable {
  repository: string;
  names: string[];
}
