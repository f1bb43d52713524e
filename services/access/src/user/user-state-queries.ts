import type { WireStatus } from '@packhouse/contract/access/access-compatible-user-routes.ts';
import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { isEffectiveAdministrator } from './user-queries.ts';

/** Everybody who must wait somewhere before the next attempt; the names of users hold no blanks. */
const lockedNames = sql`(select (regexp_match(key, '^(?:user|second factor of) ([^ ]+)'))[1] from sign_in_failure where blocked_until > now() and key not like 'address %')`;

const state = sql<WireStatus>`case
  when not "user".enabled then 'disabled'
  when "user".password_hash is null and exists (select 1 from invitation i where i.user_id = "user".id) then 'invited'
  when "user".name in ${lockedNames} or exists (select from user_lock l where l.user_id = "user".id and l.locked_at is not null) then 'locked'
  else 'enabled' end`;

export interface StateFilter {
  search?: string | undefined;
  status?: WireStatus | undefined;
  onlyAdministrators: boolean;
  /** Key of a project of which they are members, by themselves or through a group. */
  project?: string | undefined;
  /** Name of a role that they have in that project, or in any. */
  role?: string | undefined;
}

/** Whether a user has a role in a project, by themselves or through a group. */
function isMember({ project, role }: Pick<StateFilter, 'project' | 'role'>) {
  const ofProject = project === undefined ? sql`true` : sql`project.key = ${project}`;
  const withRole = role === undefined ? sql`true` : sql`lower(role.name) = ${role.toLowerCase()}`;
  return sql<boolean>`exists (select from project_member member
    join project on project.id = member.project_id join role on role.id = member.role_id
    where ${ofProject} and ${withRole} and (member.user_id = "user".id
      or member.group_id in (select membership.group_id from membership where membership.user_id = "user".id)))`;
}

export interface StatePage {
  cursor?: string | undefined;
  limit: number;
  descending: boolean;
}

/** Users by name with how they stand, those after the cursor in the order asked for. */
export function selectStates(db: Db, filter: StateFilter, page: StatePage) {
  const { search, status, onlyAdministrators, project, role } = filter;
  const { cursor, limit, descending } = page;
  let query = db
    .selectFrom('user')
    .select(['name', 'realm', state.as('state')])
    .where('name', '<>', anonymousUser);
  if (search) query = query.where(sql<boolean>`strpos(name, ${search.toLowerCase()}) > 0`);
  if (status) query = query.where(state, '=', status);
  if (onlyAdministrators) query = query.where(isEffectiveAdministrator);
  if (project !== undefined || role !== undefined) query = query.where(isMember({ project, role }));
  if (cursor !== undefined) query = query.where('name', descending ? '<' : '>', cursor);
  return query
    .orderBy('name', descending ? 'desc' : 'asc')
    .limit(limit)
    .execute();
}

/** How one user stands. */
export async function selectState(db: Db, name: string): Promise<WireStatus | undefined> {
  const row = await db.selectFrom('user').select(state.as('state')).where('name', '=', name).executeTakeFirst();
  return row?.state;
}
