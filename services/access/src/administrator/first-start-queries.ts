import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Lets one process at a time prepare an empty database. */
export async function lockFirstStart(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('packhouse access first start'))`.execute(db);
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function insertFirstUsers(db: Db, administrator: { passwordHash: string; passwordExpired: boolean }, anonymous: string): Promise<void> {
  await db
    .insertInto('user')
    .values([
      {
        name: 'admin',
        administrator: true,
        password_hash: administrator.passwordHash,
        password_changed_at: new Date(),
        password_expired: administrator.passwordExpired,
      },
      { name: anonymous, password_hash: null, password_enabled: false, profile_updatable: false, console_access: false },
    ])
    .execute();
}

/** Has the administrator asked the questions of the first steps. */
export async function askFirstAdministrator(db: Db): Promise<void> {
  await sql`insert into user_custom_data (user_id, data) select id, '{"showPersonalization": true}' from "user" where name = 'admin'`.execute(db);
}

/** The group that everybody joins, who may read everything, and the permission of visitors. */
export async function insertFirstPermissions(db: Db, anonymous: string): Promise<void> {
  await sql`
    with readers as (
      insert into "group" (name, description, auto_join) values ('readers', 'Every user; new users join by themselves', true) returning id
    ), joined as (
      insert into membership (user_id, group_id) select u.id, readers.id from "user" u, readers where u.name <> ${anonymous}
    ), added as (
      insert into permission (name, description) values
        ('Anything', 'All users may read everything'),
        ('Anonymous', 'What visitors may do who do not sign in, while anonymous access is on')
      returning id, name
    ), sections as (
      insert into permission_section (permission_id, position, resource_type, names)
      select added.id, kind.position, kind.name, array['ANY'] from added
      join (values (0, 'repository'), (1, 'build'), (2, 'releaseBundle')) as kind (position, name) on added.name = 'Anything' or kind.position = 0
      returning id, permission_id
    )
    insert into permission_grant (section_id, user_id, group_id, actions)
    select sections.id, case when added.name = 'Anonymous' then visitor.id end, case when added.name = 'Anything' then readers.id end, array['read']
    from sections join added on added.id = sections.permission_id, readers, (select id from "user" where name = ${anonymous}) as visitor`.execute(db);
}
