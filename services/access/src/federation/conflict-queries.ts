import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';
import { tombstoneDays } from './register-queries.ts';

/** What is known of the subject of a conflict. */
const known: RawBuilder<unknown> = sql`select 1 from federation_register as r where r.kind = federation_conflict.kind and r.uid = federation_conflict.uid`;
/** Nothing can be put back of what is not there any more. */
const isThere = sql<boolean>`exists (${known}) and not exists (${known} and r.register = 'deleted')`;

/** A place in the list, behind which the next page begins. */
interface ConflictPlace {
  before: string;
  beforeId: number;
}

/** Conflicts that nobody has solved, the newest first. */
export function selectConflicts(db: Db, limit: number, place: ConflictPlace | undefined) {
  return db
    .selectFrom('federation_conflict')
    .selectAll()
    .where('restored_by', 'is', null)
    .where(isThere)
    .$if(place !== undefined, (select) => select.where(sql<boolean>`(at, id) < (${place!.before}::timestamptz, ${place!.beforeId}::bigint)`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function lockConflict(db: Db, id: number) {
  return db.selectFrom('federation_conflict').selectAll().where('id', '=', id).where('restored_by', 'is', null).forUpdate().executeTakeFirst();
}

export async function markRestored(db: Db, id: number, by: string): Promise<void> {
  await db.updateTable('federation_conflict').set({ restored_by: by }).where('id', '=', id).execute();
}

/** Conflicts that are solved, or about nobody any more, are remembered for so many days; others as long as deletions. */
const solvedDays = 30;

export async function forgetOldConflicts(db: Db): Promise<void> {
  await sql`delete from federation_conflict where at < now() - make_interval(days => ${tombstoneDays})
    or (at < now() - make_interval(days => ${solvedDays}) and (restored_by is not null or not (${isThere})))`.execute(db);
}
