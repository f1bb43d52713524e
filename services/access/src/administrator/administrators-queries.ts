import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Lets one change at a time decide who remains an administrator. */
export async function lockAdministrators(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('packhouse access administrators'))`.execute(db);
}

/** Whether somebody is left who can sign in and administer. */
export async function administratorRemains(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "user" u
    where u.enabled and u.password_enabled and u.password_hash is not null and u.console_access
      and (u.administrator or exists (select 1 from membership m join "group" g on g.id = m.group_id where m.user_id = u.id and g.administrator))
    limit 1`.execute(db);
  return rows.length > 0;
}
