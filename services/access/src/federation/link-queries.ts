import type { Said } from '@packhouse/contract/sentences.ts';
import { getOrigin } from '@packhouse/kernel/database/said-columns.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { Comparison, LinkTable, Phase, Refusal } from './federation-schema.ts';
import { tombstoneDays } from './register-queries.ts';

export type Link = Selectable<LinkTable>;

export function selectLinks(db: Db): Promise<Link[]> {
  return db.selectFrom('federation_link').selectAll().orderBy('peer_name').orderBy('id').execute();
}

export function selectLink(db: Db, id: string): Promise<Link | undefined> {
  return db.selectFrom('federation_link').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The link to or from a peer in a federation. */
export function selectLinksOf(db: Db, federation: string, direction: 'in' | 'out'): Promise<Link[]> {
  return db.selectFrom('federation_link').selectAll().where('federation', '=', federation).where('direction', '=', direction).execute();
}

type Kept = Pick<
  Link,
  | 'id'
  | 'federation'
  | 'peer'
  | 'peer_name'
  | 'direction'
  | 'mode'
  | 'types'
  | 'include'
  | 'exclude'
  | 'adopt'
  | 'adopt_administrators'
  | 'forward'
  | 'passwords'
> & { copies?: Link['copies'] };

/** Sets a link up, or changes it; one that is changed begins with a snapshot again, so that what it says no more is taken back. */
export async function upsertLink(db: Db, link: Kept, phase: Phase): Promise<void> {
  const { id: _, ...rest } = link;
  await db
    .insertInto('federation_link')
    .values({ ...link, phase })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...rest,
        phase,
        generation: sql<number>`federation_link.generation + 1`,
        cursor: '',
        failures: 0,
        error: null,
        said: null,
        failing_since: null,
        next_at: sql<Date>`now()`,
        refused: '[]',
        refused_more: 0,
      }),
    )
    .execute();
}

export async function updateLink(
  db: Db,
  id: string,
  change: Partial<Pick<Link, 'phase' | 'cursor' | 'fence' | 'position' | 'generation' | 'error' | 'lag_ms' | 'copies' | 'silent_since' | 'refused_more'>> & {
    refused?: readonly Refusal[];
    heard?: true;
    soon?: true;
  },
  /** Only while it is still so: what was asked for meanwhile, above all its end, is not to be lost. */
  during?: Pick<Link, 'phase' | 'generation'>,
): Promise<void> {
  const { refused, heard, soon, ...plain } = change;
  await db
    .updateTable('federation_link')
    .set({
      ...plain,
      ...(refused ? { refused: JSON.stringify(refused) } : {}),
      ...(heard ? { last_at: sql<Date>`now()`, failures: 0, error: null, said: null, failing_since: null } : {}),
      ...(soon ? { next_at: sql<Date>`now()`, failures: 0 } : {}),
    })
    .where('id', '=', id)
    .$if(during !== undefined, (update) => update.where('phase', '=', during!.phase).where('generation', '=', during!.generation))
    .execute();
}

export async function deleteLink(db: Db, id: string): Promise<void> {
  await db.deleteFrom('federation_link').where('id', '=', id).execute();
}

/** Links to a peer of which it is still to be told that they have ended. */
export async function deleteEnding(db: Db, peer: string): Promise<void> {
  await db.deleteFrom('federation_link').where('peer', '=', peer).where('direction', '=', 'out').where('phase', '=', 'ending').execute();
}

/** A try failed; answers how many have, one after the other. */
export async function noteFailure(db: Db, id: string, said: Said): Promise<number> {
  const row = await db
    .updateTable('federation_link')
    .set({
      failures: sql<number>`failures + 1`,
      error: said.message.slice(0, 500),
      said: getOrigin(said),
      failing_since: sql<Date>`coalesce(failing_since, now())`,
    })
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst();
  return row?.failures ?? 0;
}

export async function pause(db: Db, id: string, seconds: number): Promise<void> {
  await sql`update federation_link set next_at = now() + make_interval(secs => ${seconds}) where id = ${id}`.execute(db);
}

/** Links to a peer that wait because tries have failed. */
export function selectPaused(db: Db, peer: string): Promise<Pick<Link, 'id' | 'said'>[]> {
  return db
    .selectFrom('federation_link')
    .select(['id', 'said'])
    .where('peer', '=', peer)
    .where('direction', '=', 'out')
    .where('failures', '>', 0)
    .where('next_at', '>', sql<Date>`now() + interval '1 second'`)
    .execute();
}

/** Not at this very moment: a deployment that calls often and yet cannot be reached is tried once a second. */
export async function endPauses(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update federation_link set next_at = least(next_at, now() + interval '1 second') where id = any(${ids}::uuid[])`.execute(db);
}

/** Links to a peer whose tries have failed are tried now, as if none had. */
export async function endFailures(db: Db, peer: string): Promise<void> {
  await sql`update federation_link set next_at = least(next_at, now()), failures = 0 where peer = ${peer} and direction = 'out' and failures > 0`.execute(db);
}

/** Seconds. A link whose process was killed waits for the end of its lease, and with it whatever was revoked: so it is short, and renewed. */
const lease = 20;

export async function renewLease(db: Db, id: string): Promise<void> {
  await sql`update federation_link set lease_until = now() + make_interval(secs => ${lease}) where id = ${id}`.execute(db);
}

export async function release(db: Db, id: string): Promise<void> {
  await sql`update federation_link set lease_until = null where id = ${id}`.execute(db);
}

/** Takes links that have something to tell, or something to do, one in flight each. */
export async function claimLinks(db: Db, free: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    update federation_link set lease_until = now() + make_interval(secs => ${lease}) where id in (
      select id from federation_link where direction = 'out' and next_at <= now() and (lease_until is null or lease_until < now())
        and (phase <> 'live' or position < (select position from federation_state) or last_at is null or last_at < now() - interval '15 minutes' or compare_at <= now() or own_missing)
      order by next_at limit ${free} for update skip locked)
    returning *`.execute(db);
  return rows;
}

/** Notes that a link to here was silent for longer than deletions are remembered, a day less for clocks that differ; answers whether it was. */
export async function noteSilence(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`update federation_link set silent_since = last_at
    where id = ${id} and phase = 'live' and last_at < now() - make_interval(days => ${tombstoneDays - 1}) returning id`.execute(db);
  return rows.length > 0;
}

/** Registers that a link has not told of yet. */
export async function countBehind(db: Db, position: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from federation_register where position > ${position}`.execute(db);
  return rows[0]!.count;
}

/** Whether something that cannot wait stands behind this place. */
export async function hasUrgent(db: Db, position: number): Promise<boolean> {
  const { rows } = await sql`select 1 from federation_register where position > ${position}
    and (register = 'deleted' or (starts_with(register, 'mark/') and value = '"set"')) limit 1`.execute(db);
  return rows.length > 0;
}

export async function hasLinks(db: Db): Promise<boolean> {
  return (await db.selectFrom('federation_link').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Has a link send everything again, and take back what it names no more. */
export async function startAgain(db: Db, id: string): Promise<void> {
  await sql`update federation_link set phase = 'configuring', generation = generation + 1, cursor = '', failures = 0, error = null, said = null, failing_since = null, next_at = now(),
    refused = '[]', refused_more = 0 where id = ${id}`.execute(db);
}

/** Sets a link up at its end, or changes it, where this is no older description than the one that is known; answers which one holds. */
export async function acceptDescription(db: Db, link: Kept, generation: number): Promise<number> {
  const { id: _, ...rest } = link;
  const row = await db
    .insertInto('federation_link')
    .values({ ...link, phase: 'snapshot', generation })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...rest, phase: 'snapshot', generation, refused: '[]' })
        .where('federation_link.generation', '<', generation),
    )
    .returning('generation')
    .executeTakeFirst();
  return row?.generation ?? (await selectLink(db, link.id))!.generation;
}

/** A link is described anew under a number that its end has not heard of. */
export async function passGeneration(db: Db, id: string, sent: number, known: number): Promise<void> {
  await db
    .updateTable('federation_link')
    .set({ generation: known + 1 })
    .where('id', '=', id)
    .where('generation', '=', sent)
    .where('phase', '=', 'configuring')
    .execute();
}

/** Whether both ends are to be compared now, by the clock that claims the link for it, too. */
export async function isCompareDue(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from federation_link where id = ${id} and compare_at <= now()`.execute(db);
  return rows.length > 0;
}

/** Has the links of a federation compare their ends as soon as they can. */
export async function compareSoon(db: Db, federation: string): Promise<string[]> {
  const { rows } = await sql<{ peer_name: string }>`update federation_link set compare_at = now(), next_at = least(next_at, now())
    where federation = ${federation} and direction = 'out' and phase <> 'ending' returning peer_name`.execute(db);
  return rows.map(({ peer_name: name }) => name);
}

/** Keeps what a comparison found; the next one is in the night after. */
export async function noteComparison(db: Db, id: string, found: Comparison): Promise<void> {
  await sql`update federation_link set compared_at = now(), compared = ${JSON.stringify(found)}::jsonb,
    compare_at = date_trunc('day', now()) + interval '1 day 2 hours' + random() * interval '2 hours' where id = ${id}`.execute(db);
}
