import { clientEventLimits } from '@packhouse/contract/repositories/limits.ts';
import type { clientEventKinds } from '@packhouse/contract/scanning/client-event-routes.ts';
import { type Selectable, sql } from 'kysely';
import type { ClientEventTable, Db } from '../schema.ts';

export type ClientEventRow = Selectable<ClientEventTable>;
export type ClientEventKind = (typeof clientEventKinds)[number];

interface NewEvent {
  id: string;
  kind: ClientEventKind;
  owner: string;
  document: object;
}

/** Keeps what a client says; the oldest of its user give way. */
export async function insertEvent(db: Db, { id, kind, owner, document }: NewEvent): Promise<void> {
  await sql`
    insert into client_event (id, kind, owner, document, ends_at)
    values (${id}, ${kind}, ${owner}, ${JSON.stringify(document)}::jsonb, now() + make_interval(days => ${clientEventLimits.age.most}))`.execute(db);
  await sql`
    delete from client_event where owner = ${owner}
      and id in (select id from client_event where owner = ${owner} order by created_at desc, id offset ${clientEventLimits.each.most})`.execute(db);
}

const alive = sql<boolean>`ends_at > now()`;

/** A scan that a client told of. `owner`: only what this user sent. `lock`: nobody else changes it until the transaction ends. */
export function selectEvent(db: Db, id: string, owner: string | undefined, lock = false): Promise<ClientEventRow | undefined> {
  let query = db.selectFrom('client_event').selectAll().where('id', '=', id).where('kind', '=', 'scan').where(alive);
  if (owner !== undefined) query = query.where('owner', '=', owner);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function updateEvent(db: Db, id: string, document: object): Promise<void> {
  await db
    .updateTable('client_event')
    .set({ document: JSON.stringify(document), changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export interface EventPage {
  kind?: ClientEventKind | undefined;
  search?: string | undefined;
  after?: { at: Date; id: string } | undefined;
  limit: number;
}

/** One more than `limit`, where there are more, and how many there are in all. */
export async function selectEvents(db: Db, { kind, search, after, limit }: EventPage): Promise<{ rows: ClientEventRow[]; total: number }> {
  let matching = db.selectFrom('client_event').where(alive);
  if (kind) matching = matching.where('kind', '=', kind);
  if (search) matching = matching.where(sql<boolean>`position(lower(${search}) in lower(owner || ' ' || document::text)) > 0`);
  const { total } = await matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  let page = matching.selectAll();
  if (after) page = page.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id}::uuid)`);
  const rows = await page
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return { rows, total };
}

export async function deleteEndedEvents(db: Db): Promise<void> {
  await db.deleteFrom('client_event').where('ends_at', '<=', sql<Date>`now()`).execute();
}
