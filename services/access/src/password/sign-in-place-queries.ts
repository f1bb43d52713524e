import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** "Lately" means this. */
const kept = sql`interval '30 days'`;
/** Of one user; more is no sign of anything. */
const most = 50;

/** Notes that the user proved a password from this counted address. A user who is not kept here has no places. */
export async function notePlace(db: Db, user: string, address: string): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    insert into sign_in_place as p (user_id, address) select id, ${address} from "user" where name = ${user}
    on conflict (user_id, address) do update set last_at = now() where p.last_at < now() - interval '1 hour'
    returning user_id`.execute(db);
  if (rows[0] === undefined) return;
  await sql`
    delete from sign_in_place where (user_id, address) in (
      select user_id, address from sign_in_place where user_id = ${rows[0].user_id} order by last_at desc, address offset ${most}
    )`.execute(db);
}

export async function hasPlace(db: Db, user: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from sign_in_place p join "user" u on u.id = p.user_id
    where u.name = ${user} and p.address = ${address} and p.last_at > now() - ${kept}`.execute(db);
  return rows.length > 0;
}

export async function deleteOldPlaces(db: Db): Promise<void> {
  await sql`delete from sign_in_place where last_at < now() - ${kept}`.execute(db);
}
