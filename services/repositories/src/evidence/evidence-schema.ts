import type { ColumnType, Generated } from 'kysely';

/** A file that was attached to evidence, as its statement tells of it. */
export interface KeptEnclosure {
  name: string;
  sha256: string;
  type: string | null;
  /** Where it is kept, in the repository of the evidence. */
  path: string;
}

/** A signed statement about all files with this content. Its envelope is a file beside them. */
export interface EvidenceTable {
  id: Generated<number>;
  subject_sha256: string;
  /** Where its envelope is. The row says nothing while that is in the trash can. */
  repository_id: number;
  path: string;
  /** Of the envelope when it was taken: a file that has been put in its place since is no evidence. */
  sha256: string;
  predicate_type: string;
  provider: string;
  attachments: ColumnType<KeptEnclosure[], string, string>;
  created_at: ColumnType<Date, Date | undefined, Date>;
  created_by: string;
}
