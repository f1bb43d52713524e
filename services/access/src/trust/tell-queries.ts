import { sql, type Updateable } from 'kysely';
import type { Db } from '../schema.ts';
import type { PeerRow } from './peer-queries.ts';
import type { PeerTable } from './trust-schema.ts';

/** Notes that trusted deployments do not know our newest key yet, or our address where it is known. */
export async function noteUntold(db: Db, key: string, url: string | undefined): Promise<void> {
  await db
    .updateTable('peer')
    .set({ tell_at: sql`now()`, tell_attempts: 0 })
    .where('revoked_at', 'is', null)
    .where('tell_at', 'is', null)
    .where((one) => one.or([one('knows_key', '<>', key), ...(url === undefined ? [] : [one('knows_url', '<>', url)])]))
    .execute();
}

/** Notes what came of telling a deployment, unless it is to be told something else since. */
export async function settleTold(db: Db, { id, tell_attempts, revoked_at }: PeerRow, change: Updateable<PeerTable>): Promise<void> {
  await db
    .updateTable('peer')
    .set(change)
    .where('id', '=', id)
    .where('tell_attempts', '=', tell_attempts)
    .where('revoked_at', revoked_at === null ? 'is' : 'is not', null)
    .execute();
}

/** Takes deployments that are to be told something now; nobody else does for two minutes. */
export async function claimUntold(db: Db, free: number): Promise<PeerRow[]> {
  return db
    .updateTable('peer')
    .set({ tell_at: sql`now() + interval '2 minutes'`, tell_attempts: sql`tell_attempts + 1` })
    .where('id', 'in', (from) =>
      from.selectFrom('peer').select('id').where('tell_at', '<=', sql<Date>`now()`).orderBy('tell_at').limit(free).forUpdate().skipLocked(),
    )
    .returningAll()
    .execute();
}
