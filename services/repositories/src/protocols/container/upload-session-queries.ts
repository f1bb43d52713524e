import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, UploadSessionTable } from '../../schema.ts';

export type UploadSessionRow = Selectable<UploadSessionTable>;

/**
 * Lets the statement's transaction end without waiting for the disk. A power cut may undo the last steps of an unfinished upload: its bytes are not
 * promised to anybody yet, and the client that asks goes on from what is left or begins again.
 */
const unhurried = sql`set_config('synchronous_commit', 'off', true)`.as('unhurried');

export async function insertUploadSession(db: Db, row: Insertable<UploadSessionTable>): Promise<void> {
  await db.insertInto('upload_session').values(row).returning(unhurried).execute();
}

/** The session, unless it has expired or is another repository's or image's. */
export function selectUploadSession(db: Db, id: string, repositoryId: number, image: string): Promise<UploadSessionRow | undefined> {
  return (
    db
      .selectFrom('upload_session')
      // Each by its name: a star would keep the statement from being kept prepared, and every part of every upload asks.
      .select(['id', 'repository_id', 'name', 'created_by', 'appendable', 'received', 'created_at', 'expires_at'])
      .where('id', '=', id)
      .where('repository_id', '=', repositoryId)
      .where('name', '=', image)
      .where('expires_at', '>', new Date())
      .executeTakeFirst()
  );
}

/** Notes what has arrived. Answers whether it counts: the first bytes give the session the file they went to, and no others may. */
export async function updateUploadSession(db: Db, id: string, values: { appendable: string; received: number; expires_at: Date }): Promise<boolean> {
  const noted = db.updateTable('upload_session').set(values).where('id', '=', id).where('appendable', 'in', ['', values.appendable]);
  return (await noted.returning(unhurried).executeTakeFirst()) !== undefined;
}

/** Answers whether it was still there: of two requests that finish a session, one does. */
export async function deleteUploadSession(db: Db, id: string): Promise<boolean> {
  return (await db.deleteFrom('upload_session').where('id', '=', id).returning(unhurried).executeTakeFirst()) !== undefined;
}

export function deleteExpiredSessions(db: Db, now: Date): Promise<{ appendable: string }[]> {
  return db.deleteFrom('upload_session').where('expires_at', '<', now).returning('appendable').execute();
}
