import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { Copies } from './federation-schema.ts';
import { type FederatedKind, mainRegisters } from './merge/register.ts';

/** Those of these that links of other federations brought. */
export async function selectCopyLinks(db: Db, federation: string, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set();
  const { rows } = await sql<{ uid: string }>`
    select c.uid from federation_copy c join federation_link l on l.id = c.link where l.direction = 'in' and l.federation <> ${federation} and c.uid = any(${uids}::uuid[])`.execute(
    db,
  );
  return new Set(rows.map(({ uid }) => uid));
}

/** Whoever is trusted no more changes nothing here, so that nobody waits for them. */
const trusted = sql`peer.revoked_at is null and 'federation' = any(peer.purposes)`;

/** Who manages something here; where they send no passwords, those of users are this deployment's own. */
interface Manager {
  uid: string;
  peer: string;
  peerName: string;
  passwords: boolean;
}

/** Who brought this user, group or permission here, where that deployment alone may change it. What was deleted a moment ago is known by what came of it, unless that waits for the name. */
export async function selectManager(db: Db, kind: string, name: string): Promise<Manager | undefined> {
  if (kind !== 'user' && kind !== 'group' && kind !== 'permission') return undefined;
  const lower = name.toLowerCase();
  // In this order whatever the database believes of its tables: after a first sync it took the copies one by one, and read everything else for each of them.
  const { rows } = await sql<Manager>`
    with named as materialized (
      select uid from ${sql.table(kind)} where lower(name) = ${lower}
      union select uid from federation_register as known where kind = ${kind} and register = ${mainRegisters[kind]} and lower(value->>'name') = ${lower}
        and not exists (select 1 from federation_parked as waiting where waiting.kind = known.kind and waiting.uid = known.uid and waiting.reason <> 'waits'))
    select named.uid, found.peer, found.peer_name as "peerName", found.passwords from named cross join lateral (
      select l.peer, l.peer_name, l.passwords from federation_copy c join federation_link l on l.id = c.link join peer on peer.id = l.peer
      where ${trusted} and c.kind = ${kind} and c.uid = named.uid and l.direction = 'in' and l.mode = 'star' order by l.passwords desc limit 1) as found limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Of these users, groups or permissions those that another deployment alone changes, by name. */
export async function selectManagers(
  db: Db,
  kind: 'user' | 'group' | 'permission',
  names: readonly string[],
): Promise<(Omit<Manager, 'uid'> & { name: string })[]> {
  const { rows } = await sql<Omit<Manager, 'uid'> & { name: string }>`
    with named as materialized (select uid, name from ${sql.table(kind)} where name = any(${names}::text[]))
    select named.name, found.peer, found.peer_name as "peerName", found.passwords from named cross join lateral (
      select l.peer, l.peer_name, l.passwords from federation_copy c join federation_link l on l.id = c.link join peer on peer.id = l.peer
      where ${trusted} and c.kind = ${kind} and c.uid = named.uid and l.direction = 'in' and l.mode = 'star' order by l.passwords desc limit 1) as found`.execute(
    db,
  );
  return rows;
}

/** Forgets what was written down here about passwords of those whom a link brought: from now on its source's count. */
export async function deleteOwnPasswords(db: Db, link: string, deployment: string): Promise<void> {
  await sql`delete from federation_register as r using federation_copy as c
    where c.link = ${link} and c.kind = 'user' and r.kind = c.kind and r.uid = c.uid and r.register = 'password' and starts_with(r.origin, ${`${deployment}.`})`.execute(
    db,
  );
}

export async function setDisabledHere(db: Db, uid: string, on: boolean): Promise<void> {
  if (on) await sql`insert into federation_disabled_here (uid) values (${uid}) on conflict do nothing`.execute(db);
  else await sql`delete from federation_disabled_here where uid = ${uid}`.execute(db);
}

/** Whether its source, too, has disabled a user. */
export async function isDisabledAtSource(db: Db, uid: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from federation_register where kind = 'user' and uid = ${uid} and starts_with(register, 'mark/disabled/') and value = '"set"'`.execute(
      db,
    );
  return rows.length > 0;
}

const everyKind = ['user', 'group', 'permission', 'token'] as const satisfies readonly FederatedKind[];

/** Ends what a link brought, or some kinds of it, in the way that was asked for. */
export async function settleCopies(db: Db, link: string, copies: Copies, kinds: readonly FederatedKind[] = everyKind): Promise<void> {
  const settled = sql`c.link = ${link} and c.kind = any(${[...kinds]}::text[])`;
  const last = sql`select c.uid from federation_copy c where ${settled} and not exists (select 1 from federation_copy o where o.kind = c.kind and o.uid = c.uid and o.link <> c.link)`;
  if (copies === 'disable') await sql`update "user" set enabled = false where uid in (${last} and c.kind = 'user')`.execute(db);
  if (copies === 'delete')
    for (const [kind, table] of [
      ['token', 'access_token'],
      ['permission', 'permission'],
      ['user', 'user'],
      ['group', 'group'],
    ] as const)
      await sql`delete from ${sql.table(table)} where uid in (${last} and c.kind = ${kind})`.execute(db);
  await sql`delete from federation_register r using federation_copy c where ${settled} and c.kind = r.kind and c.uid = r.uid
    and not exists (select 1 from federation_copy o where o.kind = c.kind and o.uid = c.uid and o.link <> c.link)`.execute(db);
  await sql`delete from federation_copy c where ${settled}`.execute(db);
}

/** What one link brought was brought by another, which is about to name it. */
export async function moveCopies(db: Db, from: string, to: string): Promise<void> {
  await sql`insert into federation_copy (kind, uid, link, generation) select kind, uid, ${to}::uuid, 0 from federation_copy where link = ${from} on conflict do nothing`.execute(
    db,
  );
}

/** Copies among these that a peer brought in a federation, and no other federation did. */
export async function selectOnlyOf(db: Db, peer: string, federation: string, uids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ uid: string }>`
    select c.uid from federation_copy c join federation_link l on l.id = c.link
    where l.peer = ${peer} and l.federation = ${federation} and l.direction = 'in' and c.uid = any(${uids}::uuid[])
      and not exists (select 1 from federation_copy o join federation_link ol on ol.id = o.link where o.kind = c.kind and o.uid = c.uid and ol.federation <> l.federation)`.execute(
    db,
  );
  return new Set(rows.map(({ uid }) => uid));
}

/** What a link would meet: rows of the same uid, or of the same name. */
export async function selectMeetings(
  db: Db,
  kind: 'user' | 'group' | 'permission',
  things: readonly { uid: string; name: string }[],
): Promise<{ uid: string; name: string; administrator: boolean }[]> {
  const administrator = kind === 'permission' ? sql`false` : sql`administrator`;
  const { rows } = await sql<{ uid: string; name: string; administrator: boolean }>`
    select uid, name, ${administrator} as administrator from ${sql.table(kind)}
    where uid = any(${things.map(({ uid }) => uid)}::uuid[]) or lower(name) = any(${things.map(({ name }) => name.toLowerCase())}::text[])`.execute(db);
  return rows;
}

/** Everything that there is to send, by name. */
export async function selectNamed(
  db: Db,
  types: readonly string[],
): Promise<{ kind: 'user' | 'group' | 'permission'; uid: string; name: string; administrator: boolean }[]> {
  const { rows } = await sql<{ kind: 'user' | 'group' | 'permission'; uid: string; name: string; administrator: boolean }>`
    select 'group' as kind, uid, name, administrator from "group" where 'GROUPS' = any(${[...types]}::text[])
    union all select 'user', uid, name, administrator from "user" where 'USERS' = any(${[...types]}::text[]) and name not in ('admin', 'anonymous')
    union all select 'permission', uid, name, false from permission where 'PERMISSIONS' = any(${[...types]}::text[])
    order by 1, 3`.execute(db);
  return rows;
}

export async function selectTokenUid(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom('access_token').select('uid').where('id', '=', id).executeTakeFirst())?.uid;
}
