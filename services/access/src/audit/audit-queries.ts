import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { AuditEntry } from '@packhouse/kernel/platform.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Names its schema, so that the transaction may be another service's. */
export async function insertAudit(db: Db | AnyTransaction, { actor, address, action, subject, name, before, after }: AuditEntry): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    insert into access.audit_record (actor, address, action, subject, name, before, after)
    values (${actor}, ${address}, ${action}, ${subject}, ${name ?? null}, ${json(before)}::jsonb, ${json(after)}::jsonb)`.execute(db);
}

export interface AuditFilter {
  search?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

function filtered(db: Db, filter: AuditFilter) {
  let query = db.selectFrom('audit_record');
  if (filter.actor) query = query.where('actor', '=', filter.actor.toLowerCase());
  if (filter.action)
    query = filter.action.endsWith('.') ? query.where(sql<boolean>`starts_with(action, ${filter.action})`) : query.where('action', '=', filter.action);
  if (filter.from) query = query.where('at', '>=', new Date(filter.from));
  if (filter.to) query = query.where('at', '<=', new Date(filter.to));
  if (filter.search) {
    const words = filter.search.toLowerCase();
    query = query.where(sql<boolean>`strpos(lower(concat_ws(' ', actor, address, action, subject, name)), ${words}) > 0`);
  }
  return query;
}

export function selectAudit(db: Db, filter: AuditFilter, after: number | undefined, limit: number) {
  let query = filtered(db, filter).select(['id', 'at', 'actor', 'address', 'action', 'subject', 'name', 'before', 'after']);
  if (after !== undefined) query = query.where('id', '<', after);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A batch for reading the whole log forward: what follows `after`, oldest first. */
export function selectAuditForward(db: Db, filter: AuditFilter, after: number, limit: number) {
  return filtered(db, filter)
    .select(['id', 'at', 'actor', 'address', 'action', 'subject', 'name', 'before', 'after'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
