import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { type FederatedKind, isDeletion, type Register } from './merge/register.ts';

/** A register with the signature of its origin. */
export interface SignedRegister extends Register {
  /** In base 64. */
  signature: string;
}

/** A register at its place in the order of this deployment. */
export interface PlacedRegister extends SignedRegister {
  position: number;
}

/** A register as it travels. */
export function withoutPlace(placed: PlacedRegister): SignedRegister {
  const { position: _, ...register } = placed;
  return register;
}

/** Who this deployment is to others, and how far it has counted. */
export interface State {
  incarnation: string;
  number: number;
  position: number;
  stamp: string;
  /** Milliseconds, by the database. */
  now: number;
}

/** One at a time reads changes and takes places. */
export async function lockState(db: Db): Promise<State> {
  const { rows } = await sql<State>`select incarnation, number, position, stamp, (extract(epoch from clock_timestamp()) * 1000)::bigint as now
    from federation_state for update`.execute(db);
  return rows[0]!;
}

export async function saveState(db: Db, { incarnation, number, position, stamp }: State): Promise<void> {
  await db.updateTable('federation_state').set({ incarnation, number, position, stamp }).execute();
}

export async function selectPosition(db: Db): Promise<number> {
  return (await db.selectFrom('federation_state').select('position').executeTakeFirstOrThrow()).position;
}

export function selectDirty(db: Db, limit: number) {
  return db.selectFrom('federation_dirty').select(['id', 'kind', 'uid']).orderBy('id').limit(limit).execute();
}

export async function hasDirty(db: Db): Promise<boolean> {
  return (await db.selectFrom('federation_dirty').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function deleteDirty(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from federation_dirty where id = any(${ids}::bigint[])`.execute(db);
}

export async function isEnrolled(db: Db): Promise<boolean> {
  return (await db.selectFrom('federation_state').select('enrolled').executeTakeFirstOrThrow()).enrolled;
}

export async function setEnrolled(db: Db, enrolled: boolean): Promise<void> {
  await db.updateTable('federation_state').set({ enrolled }).execute();
}

/** Everything there is is looked at. Waits for changes that began before anybody wanted to know of them. */
export async function enrolAll(db: Db): Promise<void> {
  await sql`lock table "user", "group", membership, permission, permission_section, permission_grant, access_token in share mode`.execute(db);
  await sql`
    insert into federation_dirty (kind, uid)
    select 'group', uid from "group" union all select 'user', uid from "user" union all select 'permission', uid from permission
    union all select 'token', uid from access_token where revoked_at is null and (expires_at is null or expires_at > now())`.execute(db);
}

const columns = ['kind', 'uid', 'register', 'value', 'stamp', 'origin', 'number', 'replaced', 'signature', 'position'] as const;

export function selectRegisters(db: Db, kind: FederatedKind, uids: readonly string[]): Promise<PlacedRegister[]> {
  if (uids.length === 0) return Promise.resolve([]);
  return db.selectFrom('federation_register').select(columns).where('kind', '=', kind).where(sql<boolean>`uid = any(${uids}::uuid[])`).execute();
}

export function selectRegistersAfter(db: Db, position: number, limit: number): Promise<PlacedRegister[]> {
  return db.selectFrom('federation_register').select(columns).where('position', '>', position).orderBy('position').limit(limit).execute();
}

/** Rights and restrictions, behind a place of the order, of those whom these are about. */
export async function selectRightsBehind(db: Db, position: number, registers: readonly PlacedRegister[]): Promise<PlacedRegister[]> {
  const kinds = registers.map(({ kind }) => kind);
  const uids = registers.map(({ uid }) => uid);
  const { rows } = await sql<PlacedRegister>`
    select ${sql.join(columns.map((one) => sql.ref(one)))} from federation_register where position > ${position} and (register = 'administrator' or starts_with(register, 'mark/'))
      and (kind, uid) in (select * from unnest(${kinds}::text[], ${uids}::uuid[])) order by position`.execute(db);
  return rows;
}

/** A page of all registers of a kind, the uids in order; `after` is uid and register of the last one. */
export function selectRegisterPage(db: Db, kind: FederatedKind, after: string, limit: number): Promise<PlacedRegister[]> {
  const [uid = '', register = ''] = after.split(' ');
  return db
    .selectFrom('federation_register')
    .select(columns)
    .where('kind', '=', kind)
    .$if(after !== '', (select) => select.where(sql<boolean>`(uid, register) > (${uid}::uuid, ${register})`))
    .orderBy('uid')
    .orderBy('register')
    .limit(limit)
    .execute();
}

/** Everything of a kind whose uids are in order from the one up to before the other. */
export function selectRegistersBetween(db: Db, kind: FederatedKind, from: string, to: string): Promise<PlacedRegister[]> {
  return db.selectFrom('federation_register').select(columns).where('kind', '=', kind).where(sql<boolean>`uid between ${from}::uuid and ${to}::uuid`).execute();
}

export function selectRegistersOf(db: Db, deployment: string, after: number, limit: number): Promise<PlacedRegister[]> {
  return db
    .selectFrom('federation_register')
    .select(columns)
    .where(sql<boolean>`starts_with(origin, ${`${deployment}.`})`)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}

export async function upsertRegisters(db: Db, registers: readonly PlacedRegister[]): Promise<void> {
  for (let start = 0; start < registers.length; start += 1000) {
    const part = JSON.stringify(registers.slice(start, start + 1000));
    await sql`
      insert into federation_register (kind, uid, register, value, stamp, origin, number, replaced, signature, position)
      select * from jsonb_to_recordset(${part}::jsonb)
        as r (kind text, uid uuid, register text, value jsonb, stamp text, origin text, number bigint, replaced text, signature text, position bigint)
      on conflict (kind, uid, register) do update set value = excluded.value, stamp = excluded.stamp, origin = excluded.origin, number = excluded.number,
        replaced = excluded.replaced, signature = excluded.signature, position = excluded.position`.execute(db);
    // Wherever somebody uses the value that was lost, the conflict is solved here, too.
    await sql`
      update federation_conflict as c set restored_by = r.origin
      from jsonb_to_recordset(${part}::jsonb) as r (kind text, uid uuid, register text, value jsonb, origin text)
      where c.restored_by is null and c.kind = r.kind and c.uid = r.uid and c.register = r.register and c.lost = r.value`.execute(db);
  }
}

/** Of what these say is deleted, only that is remembered, and who it was the same as. */
export async function deleteOvertaken(db: Db, written: readonly Register[]): Promise<void> {
  const deletions = written.filter(({ register }) => isDeletion(register));
  for (const [kind, some] of Map.groupBy(deletions, (one) => one.kind))
    await sql`delete from federation_register where kind = ${kind} and uid = any(${some.map(({ uid }) => uid)}::uuid[])
      and register <> 'deleted' and not starts_with(register, 'alias/')`.execute(db);
}

/** As if nothing had ever come. */
export async function deleteRegisters(db: Db, kind: FederatedKind, uids: readonly string[]): Promise<void> {
  await sql`delete from federation_register where kind = ${kind} and uid = any(${uids}::uuid[])`.execute(db);
}

/** Pairs of uids that stand for the same. */
export async function selectAliases(db: Db): Promise<{ kind: FederatedKind; uid: string; register: string }[]> {
  const { rows } = await sql<{ kind: FederatedKind; uid: string; register: string }>`
    select kind, uid, register from federation_register where starts_with(register, 'alias/')
    union select kind, old, 'alias/' || new from federation_alias`.execute(db);
  return rows;
}

export async function insertAlias(db: Db, kind: FederatedKind, old: string, uid: string): Promise<void> {
  await sql`insert into federation_alias (kind, old, new) values (${kind}, ${old}, ${uid}) on conflict do nothing`.execute(db);
}

/** Deletions are remembered for so many days. */
export const tombstoneDays = 180;

/** Forgets deletions that every link has heard of long ago, tokens that have ended, and which numbers were written then. */
export async function forgetOldRegisters(db: Db): Promise<void> {
  await sql`delete from federation_register where register = 'deleted'
    and ('x' || substr(stamp, 1, 12))::bit(48)::bigint < extract(epoch from now() - make_interval(days => ${tombstoneDays})) * 1000`.execute(db);
  await sql`delete from federation_register as r where kind = 'token'
    and not exists (select 1 from access_token as t where t.uid = r.uid)
    and ('x' || substr(stamp, 1, 12))::bit(48)::bigint < extract(epoch from now() - interval '30 days') * 1000`.execute(db);
  await sql`delete from federation_administrator as a where not exists (select 1 from federation_register as r where r.kind = a.kind and r.uid = a.uid)`.execute(
    db,
  );
  // Whoever was silent for longer is sent everything.
  await sql`delete from federation_written where at < now() - make_interval(days => ${tombstoneDays})`.execute(db);
}
