import type { ManagedEntry } from '@packhouse/contract/access/access-managed-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';

/** What the stars of a deployment that take no names over have brought here, by name, and whether the audit log says that it was created here. */
const listed = (peer: string): RawBuilder<unknown> => sql`
  created as materialized (
    select distinct action, subject from audit_record where action in ('user.created', 'group.created', 'permission.created')),
  named as (
    select 'user' as kind, uid, name from "user" union all select 'group', uid, name from "group" union all select 'permission', uid, name from permission),
  managed as (
    select distinct named.kind, named.uid, named.name, created.subject is not null as made_here
    from federation_copy c join federation_link l on l.id = c.link join named on named.kind = c.kind and named.uid = c.uid
    left join created on created.action = named.kind || '.created' and created.subject = named.name
    where l.peer = ${peer} and l.direction = 'in' and l.mode = 'star' and not l.adopt)`;

/** A page, behind a place: `<0 where it was created here, 1 otherwise> <kind> <name>`. */
export async function selectManaged(db: Db, peer: string, after: string | undefined, limit: number): Promise<{ rows: ManagedEntry[]; total: number }> {
  const [made = '', place = '', ...name] = (after ?? '').split(' ');
  const behind = after === undefined ? sql`true` : sql`(not made_here, kind, name) > (${made === '1'}, ${place}, ${name.join(' ')})`;
  const { rows } = await sql<ManagedEntry & { total: number }>`
    with ${listed(peer)} select kind, name, made_here as "madeHere", (select count(*) from managed)::int as total
    from managed where ${behind} order by not made_here, kind, name limit ${limit}`.execute(db);
  return { rows: rows.map(({ kind, name, madeHere }) => ({ kind, name, madeHere })), total: rows[0]?.total ?? 0 };
}

/** Takes the marks of copies from these, and what was written down of them, and has it written down as this deployment's own; answers whose. */
export async function takeMarks(db: Db, peer: string, entries: readonly Pick<ManagedEntry, 'kind' | 'name'>[]): Promise<{ kind: string; name: string }[]> {
  const { rows } = await sql<{ kind: string; name: string; uid: string }>`
    with ${listed(peer)} select kind, name, uid from managed
    where (kind, name) in (select kind, name from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as asked (kind text, name text))`.execute(db);
  const kinds = rows.map(({ kind }) => kind);
  const uids = rows.map(({ uid }) => uid);
  const these = sql`(select * from unnest(${kinds}::text[], ${uids}::uuid[]))`;
  await sql`delete from federation_copy as c using federation_link as l
    where l.id = c.link and l.peer = ${peer} and l.direction = 'in' and l.mode = 'star' and not l.adopt and (c.kind, c.uid) in ${these}`.execute(db);
  await sql`delete from federation_register as r where (kind, uid) in ${these}
    and not exists (select 1 from federation_copy as c where c.kind = r.kind and c.uid = r.uid)`.execute(db);
  await sql`insert into federation_dirty (kind, uid) select * from unnest(${kinds}::text[], ${uids}::uuid[])`.execute(db);
  return rows;
}
