import { type Kysely, sql } from 'kysely';

/**
 * Members of a mesh marked what is their own as copies as soon as others sent it back. Such a mark goes wherever anything tells that this deployment may have made it: it
 * wrote it down first, created it by its audit log, or had somebody who stands for the same. A copy that keeps no mark stays here when the mesh ends; what is our own
 * and kept one would have been deleted.
 * Links to deployments that were forgotten go, as they do from now on when one is; what they brought is our own. Of whoever waits for a name is kept whether they
 * came as an administrator, and of refusals how many there are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with self as (select value #>> '{}' as id from setting where name = 'deploymentId'),
    named as (
      select 'user' as kind, uid, name, 'user.created' as action from "user" union all select 'group', uid, name, 'group.created' from "group"
      union all select 'permission', uid, name, 'permission.created' from permission union all select 'token', uid, id, 'token.created' from access_token
    ),
    own as (
      select r.kind, r.uid from federation_register r cross join self
      where r.register not like 'member/%' and r.register not like 'mark/%' and r.register not in ('deleted', 'administrator')
        and (split_part(r.replaced, ' ', 2) like self.id || '.%' or (r.origin like self.id || '.%' and r.replaced = ''))
      union select kind, uid from federation_register where register like 'alias/%'
      union select kind, substr(register, 7)::uuid from federation_register where register like 'alias/%'
      union select named.kind, named.uid from named join audit_record a on a.action = named.action and a.subject = named.name
    )
    delete from federation_copy c using federation_link l, own
    where l.id = c.link and l.direction = 'in' and l.mode = 'mesh' and own.kind = c.kind and own.uid = c.uid`.execute(db);
  const isGone = sql`l.peer not in (select id from peer)`;
  await sql`
    delete from federation_register r using federation_copy c, federation_link l
    where c.kind = r.kind and c.uid = r.uid and l.id = c.link and l.direction = 'in' and ${isGone}
      and not exists (select 1 from federation_copy o join federation_link ol on ol.id = o.link where o.kind = c.kind and o.uid = c.uid and ol.peer in (select id from peer))`.execute(
    db,
  );
  await sql`delete from federation_link l where ${isGone}`.execute(db);
  await sql`update federation_state set enrolled = false where not exists (select 1 from federation_link)`.execute(db);
  await sql`alter table federation_link add column refused_more integer not null default 0`.execute(db);
  await sql`alter table federation_parked add column administrator boolean not null default false`.execute(db);
}
