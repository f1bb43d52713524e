import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import type { RoleAction } from '@packhouse/contract/access/access-project-names.ts';
import type { KeptAction, KeptDuty } from '@packhouse/contract/access/kept-rights.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { isEffectiveAdministrator } from './user-queries.ts';

const duty: KeptDuty = 'policyManager';
const right: KeptAction = 'managedXrayMeta';
/** Roles in projects that keep rules, or say of what is there that it does not count. */
const inRoles: RoleAction[] = ['RULES_SECURITY', 'MANAGE_XRAY_MD_REPOSITORY', 'MANAGE_XRAY_MD_BUILD', 'MANAGE_XRAY_MD_RELEASE_BUNDLE'];

/** Of more of them only so many are told, administrators first. */
const mostDeciders = 500;

/** Names of users who can sign in and be written to, and have a right by which exceptions are decided somewhere. */
export async function selectDeciders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from "user" cross join lateral (select array(select group_id from membership where user_id = "user".id) as groups) as of_user
    where enabled and email <> '' and name <> ${anonymousUser} and (${isEffectiveAdministrator}
      or ${duty} = any("user".kept_rights) or exists (select from "group" where id = any(of_user.groups) and ${duty} = any(kept_rights))
      or exists (select from project_member member join role on role.id = member.role_id
        where (member.user_id = "user".id or member.group_id = any(of_user.groups)) and (role.type = 'ADMIN' or role.actions && ${inRoles}::text[]))
      or exists (select from permission_grant held
        where (held.user_id = "user".id or held.group_id = any(of_user.groups)) and ${right} = any(held.kept_rights)))
    order by ${isEffectiveAdministrator} desc, name limit ${mostDeciders}`.execute(db);
  return rows.map(({ name }) => name);
}
