import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { FederatedKind, Json } from './merge/register.ts';
import { type PortraitSection, protectedUsers } from './portrait-queries.ts';

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

export async function selectByName(db: Db, kind: FederatedKind, name: string): Promise<Found | undefined> {
  const column = kind === 'token' ? sql`id` : sql`lower(name)`;
  const { rows } =
    await sql<Found>`select ${foundColumns[kind]} from ${sql.table(tables[kind])} where ${column} = ${kind === 'token' ? name : name.toLowerCase()} for update`.execute(
      db,
    );
  return rows[0];
}

export async function setUid(db: Db, kind: FederatedKind, id: number | string, uid: string): Promise<void> {
  await sql`update ${sql.table(tables[kind])} set uid = ${uid} where id = ${id}`.execute(db);
}

export async function deleteRow(db: Db, kind: FederatedKind, id: number | string): Promise<void> {
  await sql`delete from ${sql.table(tables[kind])} where id = ${id}`.execute(db);
}

export interface UserValues {
  name: string;
  email: string;
  realm: string;
  profileUpdatable: boolean;
  consoleAccess: boolean;
  passwordEnabled: boolean;
  passwordExpired: boolean;
  duties: readonly string[];
  createdAt: string;
  hash: string | null;
  passwordChangedAt: string | null;
  administrator: boolean;
  enabled: boolean;
}

/** Makes a user as it came, or brings the one that is here to it; a user who was disabled here stays so. */
export async function writeUser(db: Db, uid: string, one: UserValues): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into "user" (uid, name, email, realm, password_hash, password_changed_at, password_expired, administrator, enabled, profile_updatable, console_access,
      password_enabled, kept_rights, created_at)
    values (${uid}, ${one.name}, ${one.email}, ${one.realm}, ${one.hash}, ${one.passwordChangedAt}, ${one.passwordExpired}, ${one.administrator},
      ${one.enabled} and not exists (select 1 from federation_disabled_here where uid = ${uid}), ${one.profileUpdatable}, ${one.consoleAccess}, ${one.passwordEnabled},
      ${[...one.duties]}, ${one.createdAt})
    on conflict (uid) do update set name = excluded.name, email = excluded.email, realm = excluded.realm, password_hash = excluded.password_hash,
      password_changed_at = excluded.password_changed_at, password_expired = excluded.password_expired, administrator = excluded.administrator, enabled = excluded.enabled,
      profile_updatable = excluded.profile_updatable, console_access = excluded.console_access, password_enabled = excluded.password_enabled,
      kept_rights = excluded.kept_rights
    returning id`.execute(db);
  const { id } = rows[0]!;
  if (!one.enabled) await sql`delete from session where user_id = ${id}`.execute(db);
  return id;
}

/** Memberships in groups that came; those in groups of our own stay. */
export async function writeMemberships(db: Db, userId: number, on: readonly string[], off: readonly string[]): Promise<void> {
  await sql`delete from membership using "group" g where user_id = ${userId} and g.id = group_id and g.uid = any(${off}::uuid[])`.execute(db);
  await sql`insert into membership (user_id, group_id) select ${userId}, id from "group" where uid = any(${on}::uuid[]) on conflict do nothing`.execute(db);
}

/** Users whose membership in a group waited for it to come. */
export async function selectAwaitingGroup(db: Db, uids: readonly string[]): Promise<string[]> {
  const names = uids.map((uid) => `member/${uid}`);
  const { rows } = await sql<{ uid: string }>`
    select distinct uid from federation_register where kind = 'user' and register = any(${names}::text[]) and value = 'true'`.execute(db);
  return rows.map(({ uid }) => uid);
}

export interface GroupValues {
  name: string;
  description: string;
  realm: string;
  realmAttributes: string;
  externalId: string;
  autoJoin: boolean;
  duties: readonly string[];
  administrator: boolean;
}

export async function writeGroup(db: Db, uid: string, one: GroupValues): Promise<void> {
  await sql`
    insert into "group" (uid, name, description, realm, realm_attributes, external_id, auto_join, administrator, kept_rights)
    values (${uid}, ${one.name}, ${one.description}, ${one.realm}, ${one.realmAttributes}, ${one.externalId}, ${one.autoJoin}, ${one.administrator}, ${[...one.duties]})
    on conflict (uid) do update set name = excluded.name, description = excluded.description, realm = excluded.realm, realm_attributes = excluded.realm_attributes,
      external_id = excluded.external_id, auto_join = excluded.auto_join, administrator = excluded.administrator, kept_rights = excluded.kept_rights`.execute(
    db,
  );
}

/** Writes a permission; grants to whoever is not here are left out, and grants to visitors and to `admin` stay ours. */
export async function writePermission(db: Db, uid: string, one: { name: string; description: string; sections: readonly PortraitSection[] }): Promise<void> {
  const sections = JSON.stringify(one.sections);
  await sql`insert into permission (uid, name, description) values (${uid}, ${one.name}, ${one.description})
    on conflict (uid) do update set name = excluded.name, description = excluded.description, modified_at = now()`.execute(db);
  const { rows: kept } = await sql<object>`
    select s.position, r.user_id, r.actions, r.kept_rights from permission p join permission_section s on s.permission_id = p.id
    join permission_grant r on r.section_id = s.id join "user" u on u.id = r.user_id where p.uid = ${uid} and u.name = any(${protectedUsers}::text[])`.execute(
    db,
  );
  await sql`delete from permission_section where permission_id = (select id from permission where uid = ${uid})`.execute(db);
  await sql`
    with given as (select ordinality::int - 1 as position, value from jsonb_array_elements(${sections}::jsonb) with ordinality),
    made as (
      insert into permission_section (permission_id, position, resource_type, names, include, exclude)
      select p.id, position, value->>'resourceType', array(select jsonb_array_elements_text(value->'names')), array(select jsonb_array_elements_text(value->'include')),
        array(select jsonb_array_elements_text(value->'exclude')) from given, permission p where p.uid = ${uid}
      returning id, position
    )
    insert into permission_grant (section_id, user_id, group_id, actions, kept_rights)
    select made.id, u.id, g.id, array(select jsonb_array_elements_text(one->'actions')), array(select jsonb_array_elements_text(one->'kept'))
    from made join given using (position) cross join lateral jsonb_array_elements(given.value->'grants') as one
    left join "user" u on u.uid = (one->>'user')::uuid left join "group" g on g.uid = (one->>'group')::uuid where u.id is not null or g.id is not null
    union all select made.id, kept.user_id, null, kept.actions, kept.kept_rights from made join jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as kept (position integer, user_id bigint, actions text[], kept_rights text[]) using (position)
    on conflict do nothing`.execute(db);
}

export interface TokenValues {
  id: string;
  user: string;
  scope: string;
  audience: string;
  description: string;
  issuedAt: string;
  expiresAt: string | null;
  referenceHash: string | null;
  revoked: boolean;
}

/** Writes a token of a user who is here. It counts as made by that user, so that it gives no more than they have. */
export async function writeToken(db: Db, uid: string, one: TokenValues): Promise<boolean> {
  const reference = one.revoked ? null : one.referenceHash;
  const { rows } = await sql<{ id: string }>`
    insert into access_token (uid, id, user_id, subject, scope, audience, description, created_by, issued_at, expires_at, reference_hash, revoked_at)
    select ${uid}, ${one.id}, u.id, u.name, ${one.scope}, ${one.audience}, ${one.description}, u.name, ${one.issuedAt}, ${one.expiresAt}, ${reference},
      case when ${one.revoked} then now() end
    from "user" u where u.uid = ${one.user} and u.name <> all(${protectedUsers}::text[])
    on conflict (uid) do update set scope = excluded.scope, expires_at = excluded.expires_at, reference_hash = excluded.reference_hash,
      revoked_at = coalesce(access_token.revoked_at, excluded.revoked_at), refresh_hash = case when excluded.revoked_at is null then access_token.refresh_hash end
    returning id`.execute(db);
  return rows.length > 0;
}

export async function park(
  db: Db,
  one: { kind: FederatedKind; uid: string; reason: string; name: string; waitsFor: readonly string[]; link: string | undefined },
): Promise<void> {
  await sql`insert into federation_parked (kind, uid, reason, name, waits_for, link)
    values (${one.kind}, ${one.uid}, ${one.reason}, ${one.name}, ${[...one.waitsFor]}::uuid[], ${one.link ?? null})
    on conflict (kind, uid) do update set reason = excluded.reason, name = excluded.name, waits_for = excluded.waits_for, link = coalesce(excluded.link, federation_parked.link), at = now()`.execute(
    db,
  );
}

export async function unpark(db: Db, kind: FederatedKind, uids: readonly string[]): Promise<void> {
  await sql`delete from federation_parked where kind = ${kind} and uid = any(${uids}::uuid[])`.execute(db);
}

/** Those that waited for one of these to come, or for a name to become free. */
export async function selectParked(db: Db, came: readonly string[]): Promise<{ kind: FederatedKind; uid: string; link: string | null }[]> {
  const { rows } = await sql<{ kind: FederatedKind; uid: string; link: string | null }>`
    select kind, uid, link from federation_parked where waits_for && ${came}::uuid[]`.execute(db);
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

export async function takeBack(db: Db, link: string, kind: FederatedKind, uid: string): Promise<boolean> {
  const { rows } = await sql<{ last: boolean }>`
    with gone as (delete from federation_copy where link = ${link} and kind = ${kind} and uid = ${uid} returning 1)
    select not exists (select 1 from federation_copy where kind = ${kind} and uid = ${uid} and link <> ${link}) as last from gone`.execute(db);
  return rows[0]?.last ?? false;
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
