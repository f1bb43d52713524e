import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../schema.ts';
import type { EvidenceTable } from './evidence-schema.ts';

export type EvidenceRow = Selectable<EvidenceTable>;

/** Only what is still there as it was taken. */
const select = (db: Db) =>
  db
    .selectFrom('evidence')
    .innerJoin('artifact', (join) =>
      join
        .onRef('artifact.repository_id', '=', 'evidence.repository_id')
        .onRef('artifact.path', '=', 'evidence.path')
        .onRef('artifact.sha256', '=', 'evidence.sha256'),
    )
    .selectAll('evidence');

/** Evidence about a content, newest first. */
export const selectEvidence = (db: Db, subjectSha256: string, most: number): Promise<EvidenceRow[]> =>
  select(db).where('evidence.subject_sha256', '=', subjectSha256).orderBy('evidence.id', 'desc').limit(most).execute();

export const selectOneEvidence = (db: Db, id: number): Promise<EvidenceRow | undefined> => select(db).where('evidence.id', '=', id).executeTakeFirst();

export const insertEvidence = async (db: Db, row: Insertable<EvidenceTable>): Promise<void> => {
  await db.insertInto('evidence').values(row).execute();
};
