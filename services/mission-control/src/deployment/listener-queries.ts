import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Seconds after which a mission control that does not ask is told. */
const silence = 90;
const lease = 60;

/** Notes that a mission control has asked. */
export async function noteAsked(db: Db, peer: string): Promise<void> {
  await sql`
    insert into listener (peer, asked_at, next_at) values (${peer}, now(), now() + make_interval(secs => ${silence}))
    on conflict (peer) do update set asked_at = now(), failures = 0, next_at = excluded.next_at where listener.asked_at is null or listener.asked_at < now() - interval '10 s'`.execute(
    db,
  );
}

/** Makes the mission controls that are trusted those that may be told. */
export async function keepListeners(db: Db, peers: readonly string[]): Promise<void> {
  await sql`
    with gone as (delete from listener where not peer = any(${[...peers]}::text[]))
    insert into listener (peer, next_at) select peer, now() + make_interval(secs => ${silence}) from unnest(${[...peers]}::text[]) as given(peer)
    on conflict (peer) do nothing`.execute(db);
}

export interface Listener {
  peer: string;
  failures: number;
}

/** Those that have not asked for a while and are to be told. */
export async function claimListeners(db: Db, limit: number): Promise<Listener[]> {
  const { rows } = await sql<Listener>`
    update listener set lease_until = now() + make_interval(secs => ${lease}) where peer in (
      select peer from listener where next_at <= now() and (lease_until is null or lease_until < now()) order by next_at limit ${limit} for update skip locked)
    returning peer, failures`.execute(db);
  return rows;
}

/** It is told again in so many seconds. */
export async function settleListener(db: Db, peer: string, failures: number, seconds: number): Promise<void> {
  await db
    .updateTable('listener')
    .set({ failures, lease_until: null, next_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('peer', '=', peer)
    .execute();
}
