import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { FederatedKind } from './merge/register.ts';

/** Uids of copies that a link brought, in order. */
export async function selectCopyPage(db: Db, link: string, kind: FederatedKind, after: string, limit: number | undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('federation_copy')
    .select('uid')
    .where('link', '=', link)
    .where('kind', '=', kind)
    .$if(after !== '', (select) => select.where(sql<boolean>`uid > ${after}::uuid`))
    .orderBy('uid')
    .$if(limit !== undefined, (select) => select.limit(limit!))
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Forgets what was written down here of copies that only their source changes; memberships in groups of our own stay, what was revoked here, and what a mesh shares. */
export async function deleteOwnAdditions(db: Db, kind: FederatedKind, uids: readonly string[], deployment: string): Promise<void> {
  await sql`
    delete from federation_register as r where kind = ${kind} and uid = any(${uids}::uuid[]) and starts_with(origin, ${`${deployment}.`})
      and not starts_with(register, 'alias/') and not starts_with(register, 'mark/revoked/')
      and (not starts_with(register, 'member/') or exists (select 1 from federation_copy as c where c.kind = 'group' and c.uid::text = substr(r.register, 8)))
      and not exists (select 1 from federation_copy as c join federation_link as l on l.id = c.link and l.mode = 'mesh' where c.kind = r.kind and c.uid = r.uid)`.execute(
    db,
  );
}

/** Those of these that wait for something, such as for their name to be free. */
export async function selectWaiting(db: Db, kind: FederatedKind, uids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('federation_parked').select('uid').where('kind', '=', kind).where(sql<boolean>`uid = any(${uids}::uuid[])`).execute();
  return new Set(rows.map(({ uid }) => uid));
}
