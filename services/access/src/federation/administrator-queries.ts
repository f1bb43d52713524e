import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { FederatedKind } from './merge/register.ts';

/** Notes that these came over a link as administrators, though that was not let through. */
export async function upsertAdministrators(db: Db, link: string, things: readonly { kind: FederatedKind; uid: string }[]): Promise<void> {
  if (things.length === 0) return;
  const kinds = things.map(({ kind }) => kind);
  const uids = things.map(({ uid }) => uid);
  await sql`insert into federation_administrator (kind, uid, link)
    select kind, uid, ${link}::uuid from unnest(${kinds}::text[], ${uids}::uuid[]) as came (kind, uid) on conflict do nothing`.execute(db);
}

/** Those of these that came so over one link. */
export async function selectAdministratorsOf(db: Db, link: string, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set();
  const { rows } = await sql<{ uid: string }>`select uid from federation_administrator where link = ${link} and uid = any(${[...uids]}::uuid[])`.execute(db);
  return new Set(rows.map(({ uid }) => uid));
}

/** Those of these that came so over any. */
export async function selectAdministrators(db: Db, kind: FederatedKind, uids: readonly string[]): Promise<string[]> {
  if (uids.length === 0) return [];
  const { rows } = await sql<{
    uid: string;
  }>`select distinct uid from federation_administrator where kind = ${kind} and uid = any(${[...uids]}::uuid[])`.execute(db);
  return rows.map(({ uid }) => uid);
}
