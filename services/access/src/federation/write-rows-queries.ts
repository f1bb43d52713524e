import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { type PortraitSection, protectedUsers } from './portrait-queries.ts';

/** What is written goes in one statement, however many there are: of a first sync that is what takes the time. */
interface Named {
  uid: string;
  name: string;
}

export interface UserValues extends Named {
  email: string;
  realm: string;
  profileUpdatable: boolean;
  consoleAccess: boolean;
  passwordEnabled: boolean;
  passwordExpired: boolean;
  duties: readonly string[];
  createdAt: string;
  /** Its password came, too; otherwise the one that is here stays. */
  hasPassword: boolean;
  hash: string | null;
  passwordChangedAt: string | null;
  administrator: boolean;
  enabled: boolean;
}

/** Makes users as they came, or brings those that are here to it; who was disabled here stays so, and so does a password where none is sent. Answers their ids by uid. */
export async function writeUsers(db: Db, users: readonly UserValues[]): Promise<Map<string, number>> {
  if (users.length === 0) return new Map();
  const isPasswordOwn = sql`exists (select 1 from federation_copy c join federation_link l on l.id = c.link
    where c.kind = 'user' and c.uid = came.uid and l.direction = 'in' and not l.passwords)`;
  const keepsPassword = sql`(not came."hasPassword" or ${isPasswordOwn})`;
  const { rows } = await sql<{ id: number; uid: string }>`
    insert into "user" (uid, name, email, realm, password_hash, password_changed_at, password_expired, administrator, enabled, profile_updatable, console_access,
      password_enabled, kept_rights, created_at)
    select came.uid, came.name, came.email, came.realm, case when ${keepsPassword} then old.password_hash else came.hash end,
      case when ${keepsPassword} then old.password_changed_at else came."passwordChangedAt" end,
      case when old.uid is not null and ${isPasswordOwn} then old.password_expired else came."passwordExpired" end, came.administrator,
      came.enabled and not exists (select 1 from federation_disabled_here as here where here.uid = came.uid), came."profileUpdatable", came."consoleAccess",
      came."passwordEnabled", came.duties, came."createdAt"
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as came (uid uuid, name text, email text, realm text, "hasPassword" boolean, hash text, "passwordChangedAt" timestamptz,
      "passwordExpired" boolean, administrator boolean, enabled boolean, "profileUpdatable" boolean, "consoleAccess" boolean, "passwordEnabled" boolean,
      duties text[], "createdAt" timestamptz)
    left join "user" as old on old.uid = came.uid
    on conflict (uid) do update set name = excluded.name, email = excluded.email, realm = excluded.realm, password_hash = excluded.password_hash,
      password_changed_at = excluded.password_changed_at, password_expired = excluded.password_expired, administrator = excluded.administrator, enabled = excluded.enabled,
      profile_updatable = excluded.profile_updatable, console_access = excluded.console_access, password_enabled = excluded.password_enabled,
      kept_rights = excluded.kept_rights
    returning id, uid`.execute(db);
  const ids = new Map(rows.map(({ id, uid }) => [uid, id]));
  const disabled = users.filter(({ enabled }) => !enabled).map(({ uid }) => ids.get(uid));
  if (disabled.length > 0) await sql`delete from session where user_id = any(${disabled}::bigint[])`.execute(db);
  return ids;
}

/** Whether a user, by its id here, is in a group, by its uid. */
export interface Membership {
  user: number;
  group: string;
  on: boolean;
}

/** Memberships in groups that came; those in groups of our own stay. */
export async function writeMemberships(db: Db, memberships: readonly Membership[]): Promise<void> {
  const columns = (on: boolean) => {
    const some = memberships.filter((one) => one.on === on);
    return { users: some.map(({ user }) => user), groups: some.map(({ group }) => group) };
  };
  const [on, off] = [columns(true), columns(false)];
  if (off.users.length > 0)
    await sql`delete from membership using "group" g, unnest(${off.users}::bigint[], ${off.groups}::uuid[]) as gone (user_id, uid)
      where membership.user_id = gone.user_id and membership.group_id = g.id and g.uid = gone.uid`.execute(db);
  if (on.users.length > 0)
    await sql`insert into membership (user_id, group_id) select came.user_id, g.id from unnest(${on.users}::bigint[], ${on.groups}::uuid[]) as came (user_id, uid)
      join "group" g on g.uid = came.uid on conflict do nothing`.execute(db);
}

export interface GroupValues extends Named {
  description: string;
  realm: string;
  realmAttributes: string;
  externalId: string;
  autoJoin: boolean;
  duties: readonly string[];
  administrator: boolean;
}

export async function writeGroups(db: Db, groups: readonly GroupValues[]): Promise<void> {
  if (groups.length === 0) return;
  await sql`
    insert into "group" (uid, name, description, realm, realm_attributes, external_id, auto_join, administrator, kept_rights)
    select uid, name, description, realm, "realmAttributes", "externalId", "autoJoin", administrator, duties
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as came (uid uuid, name text, description text, realm text, "realmAttributes" text, "externalId" text,
      "autoJoin" boolean, administrator boolean, duties text[])
    on conflict (uid) do update set name = excluded.name, description = excluded.description, realm = excluded.realm, realm_attributes = excluded.realm_attributes,
      external_id = excluded.external_id, auto_join = excluded.auto_join, administrator = excluded.administrator, kept_rights = excluded.kept_rights`.execute(
    db,
  );
}

export interface PermissionValues extends Named {
  description: string;
  sections: readonly PortraitSection[];
}

/** Writes permissions; grants to whoever is not here are left out, and grants to visitors and to `admin` stay ours. */
export async function writePermissions(db: Db, permissions: readonly PermissionValues[]): Promise<void> {
  if (permissions.length === 0) return;
  const json = JSON.stringify(permissions);
  const uids = permissions.map(({ uid }) => uid);
  await sql`insert into permission (uid, name, description)
    select uid, name, description from jsonb_to_recordset(${json}::jsonb) as came (uid uuid, name text, description text)
    on conflict (uid) do update set name = excluded.name, description = excluded.description, modified_at = now()`.execute(db);
  const { rows: kept } = await sql<object>`
    select p.uid, s.position, r.user_id, r.actions, r.kept_rights from permission p join permission_section s on s.permission_id = p.id
    join permission_grant r on r.section_id = s.id join "user" u on u.id = r.user_id where p.uid = any(${uids}::uuid[]) and u.name = any(${protectedUsers}::text[])`.execute(
    db,
  );
  await sql`delete from permission_section where permission_id in (select id from permission where uid = any(${uids}::uuid[]))`.execute(db);
  await sql`
    with given as (
      select p.id as permission, p.uid, ordinality::int - 1 as position, value
      from jsonb_to_recordset(${json}::jsonb) as came (uid uuid, sections jsonb) join permission p on p.uid = came.uid
      cross join lateral jsonb_array_elements(came.sections) with ordinality
    ),
    made as (
      insert into permission_section (permission_id, position, resource_type, names, include, exclude)
      select permission, position, value->>'resourceType', array(select jsonb_array_elements_text(value->'names')), array(select jsonb_array_elements_text(value->'include')),
        array(select jsonb_array_elements_text(value->'exclude')) from given
      returning id, permission_id, position
    ),
    placed as (select made.id, given.uid, given.position, given.value from made join given on given.permission = made.permission_id and given.position = made.position)
    insert into permission_grant (section_id, user_id, group_id, actions, kept_rights)
    select placed.id, u.id, g.id, array(select jsonb_array_elements_text(one->'actions')), array(select jsonb_array_elements_text(one->'kept'))
    from placed cross join lateral jsonb_array_elements(placed.value->'grants') as one
    left join "user" u on u.uid = (one->>'user')::uuid left join "group" g on g.uid = (one->>'group')::uuid where u.id is not null or g.id is not null
    union all select placed.id, kept.user_id, null, kept.actions, kept.kept_rights from placed join jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as kept (uid uuid, position integer, user_id bigint, actions text[], kept_rights text[]) using (uid, position)
    on conflict do nothing`.execute(db);
}

export interface TokenValues {
  uid: string;
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

/** Writes tokens of users who are here, and answers their uids. Each counts as made by its user, so that it gives no more than they have. */
export async function writeTokens(db: Db, tokens: readonly TokenValues[]): Promise<Set<string>> {
  if (tokens.length === 0) return new Set();
  const { rows } = await sql<{ uid: string }>`
    insert into access_token (uid, id, user_id, subject, scope, audience, description, created_by, issued_at, expires_at, reference_hash, revoked_at)
    select came.uid, came.id, u.id, u.name, came.scope, came.audience, came.description, u.name, came."issuedAt", came."expiresAt",
      case when not came.revoked then came."referenceHash" end, case when came.revoked then now() end
    from jsonb_to_recordset(${JSON.stringify(tokens)}::jsonb) as came (uid uuid, id text, "user" uuid, scope text, audience text, description text,
      "issuedAt" timestamptz, "expiresAt" timestamptz, "referenceHash" text, revoked boolean)
    join "user" u on u.uid = came."user" and u.name <> all(${protectedUsers}::text[])
    on conflict (uid) do update set scope = excluded.scope, expires_at = excluded.expires_at, reference_hash = case when access_token.revoked_at is null then excluded.reference_hash end,
      revoked_at = coalesce(access_token.revoked_at, excluded.revoked_at), refresh_hash = case when excluded.revoked_at is null then access_token.refresh_hash end
    returning uid`.execute(db);
  return new Set(rows.map(({ uid }) => uid));
}
