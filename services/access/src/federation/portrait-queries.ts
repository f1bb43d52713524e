import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import type { KeptAction, KeptDuty } from '@packhouse/contract/access/kept-rights.ts';
import type { Action, ResourceType } from '@packhouse/kernel/access/authorisation.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** These never travel: every site keeps its own way in. */
export const protectedUsers: readonly string[] = ['admin', anonymousUser];

/** A user with the uids of its groups. */
export interface UserPortrait {
  uid: string;
  name: string;
  email: string;
  realm: string;
  password_hash: string | null;
  password_changed_at: string | null;
  password_expired: boolean;
  administrator: boolean;
  enabled: boolean;
  profile_updatable: boolean;
  console_access: boolean;
  password_enabled: boolean;
  kept_rights: KeptDuty[];
  created_at: string;
  modified_at: string;
  disabled_here: boolean;
  groups: string[];
}

export async function selectUserPortraits(db: Db, uids: readonly string[]): Promise<UserPortrait[]> {
  const { rows } = await sql<UserPortrait>`
    select u.uid, u.name, u.email, u.realm, u.password_hash, to_json(u.password_changed_at)#>>'{}' as password_changed_at, u.password_expired, u.administrator, u.enabled,
      u.profile_updatable, u.console_access, u.password_enabled, u.kept_rights, to_json(u.created_at)#>>'{}' as created_at, to_json(u.modified_at)#>>'{}' as modified_at,
      exists (select 1 from federation_disabled_here d where d.uid = u.uid) as disabled_here,
      array(select g.uid::text from membership m join "group" g on g.id = m.group_id where m.user_id = u.id) as groups
    from "user" u where u.uid = any(${uids}::uuid[]) and u.name <> all(${protectedUsers}::text[])`.execute(db);
  return rows;
}

export interface GroupPortrait {
  uid: string;
  name: string;
  description: string;
  realm: string;
  realm_attributes: string;
  external_id: string;
  auto_join: boolean;
  administrator: boolean;
  kept_rights: KeptDuty[];
  modified_at: string;
}

export async function selectGroupPortraits(db: Db, uids: readonly string[]): Promise<GroupPortrait[]> {
  const { rows } = await sql<GroupPortrait>`
    select uid, name, description, realm, realm_attributes, external_id, auto_join, administrator, kept_rights, to_json(modified_at)#>>'{}' as modified_at
    from "group" where uid = any(${uids}::uuid[])`.execute(db);
  return rows;
}

/** A user or a group may do this. */
export interface PortraitGrant {
  user?: string;
  group?: string;
  actions: Action[];
  kept: KeptAction[];
}

export interface PortraitSection {
  resourceType: ResourceType;
  names: string[];
  include: string[];
  exclude: string[];
  grants: PortraitGrant[];
}

export interface PermissionPortrait {
  uid: string;
  name: string;
  description: string;
  modified_at: string;
  sections: PortraitSection[];
}

export async function selectPermissionPortraits(db: Db, uids: readonly string[]): Promise<PermissionPortrait[]> {
  const { rows } = await sql<PermissionPortrait>`
    select p.uid, p.name, p.description, to_json(p.modified_at)#>>'{}' as modified_at, coalesce((
      select json_agg(json_build_object('resourceType', s.resource_type, 'names', s.names, 'include', s.include, 'exclude', s.exclude, 'grants', coalesce((
        select json_agg(json_strip_nulls(json_build_object('user', u.uid, 'group', g.uid, 'actions', r.actions, 'kept', r.kept_rights)) order by u.uid, g.uid)
        from permission_grant r left join "user" u on u.id = r.user_id left join "group" g on g.id = r.group_id
        where r.section_id = s.id and (u.name is null or u.name <> all(${protectedUsers}::text[]))), '[]')) order by s.position)
      from permission_section s where s.permission_id = p.id), '[]') as sections
    from permission p where p.uid = any(${uids}::uuid[])`.execute(db);
  return rows;
}

export interface TokenPortrait {
  uid: string;
  id: string;
  user: string;
  subject: string;
  scope: string;
  audience: string;
  description: string;
  issued_at: string;
  expires_at: string | null;
  reference_hash: string | null;
  revoked: boolean;
}

/** Tokens of users only: a token for groups alone would compare names across deployments. */
export async function selectTokenPortraits(db: Db, uids: readonly string[]): Promise<TokenPortrait[]> {
  const { rows } = await sql<TokenPortrait>`
    select t.uid, t.id, u.uid as user, t.subject, t.scope, t.audience, t.description, to_json(t.issued_at)#>>'{}' as issued_at, to_json(t.expires_at)#>>'{}' as expires_at,
      t.reference_hash, t.revoked_at is not null as revoked
    from access_token t join "user" u on u.id = t.user_id
    where t.uid = any(${uids}::uuid[]) and u.name <> all(${protectedUsers}::text[])`.execute(db);
  return rows;
}
