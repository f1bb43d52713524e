import type { Db } from '../schema.ts';

/** A user by name, with everything that signing in looks at. */
export function selectAccount(db: Db, name: string) {
  return db
    .selectFrom('user')
    .select([
      'id',
      'name',
      'email',
      'realm',
      'password_hash',
      'password_expired',
      'password_changed_at',
      'administrator',
      'enabled',
      'profile_updatable',
      'console_access',
      'password_enabled',
      'kept_rights',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('second_factor').select('second_factor.user_id').whereRef('second_factor.user_id', '=', 'user.id').where('confirmed_at', 'is not', null),
      )
        .$castTo<boolean>()
        .as('second_factor'),
    )
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('user_lock').select('user_lock.user_id').whereRef('user_lock.user_id', '=', 'user.id').where('locked_at', 'is not', null))
        .$castTo<boolean>()
        .as('locked'),
    )
    .where('name', '=', name)
    .executeTakeFirst();
}

export function selectGroupsOf(db: Db, userId: number) {
  return db
    .selectFrom('membership')
    .innerJoin('group', 'group.id', 'membership.group_id')
    .select(['group.id', 'group.name', 'group.administrator', 'group.kept_rights'])
    .where('membership.user_id', '=', userId)
    .orderBy('group.name')
    .execute();
}

export function selectGroupsNamed(db: Db, names: readonly string[]) {
  return db
    .selectFrom('group')
    .select(['id', 'name', 'administrator', 'kept_rights'])
    .where(({ fn, eb }) => eb(fn('lower', ['name']), 'in', names.length > 0 ? names.map((name) => name.toLowerCase()) : ['']))
    .orderBy('name')
    .execute();
}

/** Reads what permissions give to this user and to these groups. */
export function selectGrants(db: Db, userId: number | null, groupIds: readonly number[]) {
  return db
    .selectFrom('permission_grant as grant')
    .innerJoin('permission_section as section', 'section.id', 'grant.section_id')
    .innerJoin('permission', 'permission.id', 'section.permission_id')
    .leftJoin('group', 'group.id', 'grant.group_id')
    .select([
      'permission.name as permission',
      'section.resource_type',
      'section.names',
      'section.include',
      'section.exclude',
      'grant.actions',
      'grant.kept_rights',
      'group.name as group',
    ])
    .where(({ eb, or }) => or([eb('grant.user_id', '=', userId ?? -1), eb('grant.group_id', 'in', groupIds.length > 0 ? groupIds : [-1])]))
    .orderBy('permission.name')
    .orderBy('section.position')
    .execute();
}
