import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { Refusal } from './federation-schema.ts';
import type { FederatedKind, Json } from './merge/register.ts';

const tables = { user: 'user', group: 'group', permission: 'permission', token: 'access_token' } as const;

/** What is written from now on in this transaction is nobody's change. */
export async function silenceNotes(db: Db): Promise<void> {
  await sql`select set_config('packhouse.federation', 'applies', true)`.execute(db);
}

export async function hearNotes(db: Db): Promise<void> {
  await sql`select set_config('packhouse.federation', '', true)`.execute(db);
}

/** Holds the rows, in one order, so that what is changed here at this moment is written down first. */
export async function lockRows(db: Db, kind: FederatedKind, uids: readonly string[]): Promise<void> {
  await sql`select 1 from ${sql.table(tables[kind])} where uid = any(${uids}::uuid[]) order by id for update`.execute(db);
}

/** Those of these users and groups that are here. */
export async function selectExisting(db: Db, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set();
  const { rows } = await sql<{ uid: string }>`
    select uid from "user" where uid = any(${uids}::uuid[]) union all select uid from "group" where uid = any(${uids}::uuid[])`.execute(db);
  return new Set(rows.map(({ uid }) => uid));
}

/** A row of any kind, as far as deciding about it goes. */
export interface Found {
  id: number | string;
  uid: string;
  name: string;
  administrator: boolean;
}

const foundColumns = {
  user: sql`id, uid, name, administrator`,
  group: sql`id, uid, name, administrator`,
  permission: sql`id, uid, name, false as administrator`,
  token: sql`id, uid, id as name, false as administrator`,
};

export async function selectByUids(db: Db, kind: FederatedKind, uids: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`select ${foundColumns[kind]} from ${sql.table(tables[kind])} where uid = any(${uids}::uuid[]) order by id`.execute(db);
  return rows;
}

/** A name as it is compared: of tokens nobody chose one, so that theirs are compared as they are. */
export const compareBy = (kind: FederatedKind, name: string) => (kind === 'token' ? name : name.toLowerCase());

/** Those of these names, and holds them. */
export async function selectByNames(db: Db, kind: FederatedKind, names: readonly string[]): Promise<Found[]> {
  if (names.length === 0) return [];
  const column = kind === 'token' ? sql`id` : sql`lower(name)`;
  const compared = names.map((name) => compareBy(kind, name));
  const { rows } =
    await sql<Found>`select ${foundColumns[kind]} from ${sql.table(tables[kind])} where ${column} = any(${compared}::text[]) order by id for update`.execute(
      db,
    );
  return rows;
}

export async function setUid(db: Db, kind: FederatedKind, id: number | string, uid: string): Promise<void> {
  await sql`update ${sql.table(tables[kind])} set uid = ${uid} where id = ${id}`.execute(db);
}

export async function deleteRows(db: Db, kind: FederatedKind, uids: readonly string[]): Promise<void> {
  if (uids.length > 0) await sql`delete from ${sql.table(tables[kind])} where uid = any(${uids}::uuid[])`.execute(db);
}

/** Users whose membership in a group waited for it to come. */
export async function selectAwaitingGroup(db: Db, uids: readonly string[]): Promise<string[]> {
  const names = uids.map((uid) => `member/${uid}`);
  const { rows } = await sql<{ uid: string }>`
    select distinct uid from federation_register where kind = 'user' and register = any(${names}::text[]) and value = 'true'`.execute(db);
  return rows.map(({ uid }) => uid);
}

export async function park(
  db: Db,
  one: { kind: FederatedKind; uid: string; reason: string; name: string; waitsFor: readonly string[]; link: string | undefined; administrator: boolean },
): Promise<void> {
  await sql`insert into federation_parked (kind, uid, reason, name, waits_for, link, administrator)
    values (${one.kind}, ${one.uid}, ${one.reason}, ${one.name}, ${[...one.waitsFor]}::uuid[], ${one.link ?? null}, ${one.administrator})
    on conflict (kind, uid) do update set reason = excluded.reason, name = excluded.name, waits_for = excluded.waits_for, link = coalesce(excluded.link, federation_parked.link), administrator = excluded.administrator, at = now()`.execute(
    db,
  );
}

/** These wait no longer; answers those of them who came as administrators. */
export async function unpark(db: Db, kind: FederatedKind, uids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ uid: string; administrator: boolean }>`
    delete from federation_parked where kind = ${kind} and uid = any(${uids}::uuid[]) returning uid, administrator`.execute(db);
  return rows.filter(({ administrator }) => administrator).map(({ uid }) => uid);
}

/** Who waits of what a link brought: the first by name, and how many more. */
export async function selectWaitingOf(db: Db, link: string, most: number): Promise<{ first: Omit<Refusal, 'kept'>[]; more: number }> {
  const { rows } = await sql<Omit<Refusal, 'kept'> & { count: number }>`
    select kind, name, reason, count(*) over ()::int as count from federation_parked where link = ${link} order by name, kind limit ${most}`.execute(db);
  return { first: rows.map(({ kind, name, reason }) => ({ kind, name, reason })), more: (rows[0]?.count ?? 0) - rows.length };
}

/** Those that waited for one of these to come, or for a name to become free. */
export async function selectParked(db: Db, came: readonly string[]): Promise<{ kind: FederatedKind; uid: string; link: string | null }[]> {
  const { rows } = await sql<{ kind: FederatedKind; uid: string; link: string | null }>`
    select kind, uid, link from federation_parked where waits_for && ${came}::uuid[]`.execute(db);
  return rows;
}

/** Those whose name was taken and is free now. */
export async function selectFreed(db: Db): Promise<{ kind: FederatedKind; uid: string }[]> {
  const { rows } = await sql<{ kind: FederatedKind; uid: string }>`
    select kind, uid from federation_parked as parked where reason in ('name', 'administrator') and case kind
      when 'user' then not exists (select 1 from "user" where lower(name) = lower(parked.name))
      when 'group' then not exists (select 1 from "group" where lower(name) = lower(parked.name))
      when 'permission' then not exists (select 1 from permission where lower(name) = lower(parked.name))
      else not exists (select 1 from access_token where id = parked.name) end`.execute(db);
  return rows;
}

export async function selectCopies(db: Db, kind: FederatedKind, uids: readonly string[]): Promise<{ uid: string; link: string }[]> {
  return db.selectFrom('federation_copy').select(['uid', 'link']).where('kind', '=', kind).where(sql<boolean>`uid = any(${uids}::uuid[])`).execute();
}

export async function noteCopies(db: Db, link: string, generation: number, things: readonly { kind: FederatedKind; uid: string }[]): Promise<void> {
  if (things.length === 0) return;
  await sql`
    insert into federation_copy (kind, uid, link, generation)
    select distinct kind, uid, ${link}::uuid, ${generation}::int from jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as t (kind text, uid uuid)
    on conflict (kind, uid, link) do update set generation = greatest(federation_copy.generation, excluded.generation)`.execute(db);
}

/** Takes back what only this link brought and its source names no more. */
export async function takeUnnamed(db: Db, link: string, generation: number): Promise<{ kind: FederatedKind; uid: string }[]> {
  const { rows } = await sql<{ kind: FederatedKind; uid: string }>`
    with gone as (delete from federation_copy where link = ${link} and generation < ${generation} returning kind, uid)
    select kind, uid from gone where not exists (select 1 from federation_copy as other where other.kind = gone.kind and other.uid = gone.uid and other.link <> ${link})`.execute(
    db,
  );
  return rows;
}

/** Forgets that a link brought these; answers those that no other one brought. */
export async function takeBack(db: Db, link: string, kind: FederatedKind, uids: readonly string[]): Promise<{ kind: FederatedKind; uid: string }[]> {
  const { rows } = await sql<{ kind: FederatedKind; uid: string }>`
    with gone as (delete from federation_copy where link = ${link} and kind = ${kind} and uid = any(${uids}::uuid[]) returning kind, uid)
    select kind, uid from gone where not exists (select 1 from federation_copy as other where other.kind = gone.kind and other.uid = gone.uid and other.link <> ${link})`.execute(
    db,
  );
  return rows;
}

export async function insertConflict(
  db: Db,
  one: { kind: FederatedKind; uid: string; name: string; register: string; kept: Json; lost: Json; keptOrigin: string; lostOrigin: string },
): Promise<void> {
  await db
    .insertInto('federation_conflict')
    .values({
      kind: one.kind,
      uid: one.uid,
      name: one.name,
      register: one.register,
      kept: JSON.stringify(one.kept),
      lost: JSON.stringify(one.lost),
      kept_origin: one.keptOrigin,
      lost_origin: one.lostOrigin,
      restored_by: null,
    })
    .execute();
}
