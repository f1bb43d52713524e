import { type Selectable, sql } from 'kysely';
import type { Db, ProxyTable } from '../schema.ts';

export type ProxyRow = Selectable<ProxyTable>;
export type ProxyValues = Omit<ProxyRow, 'id' | 'key' | 'modified_at'>;

export function selectProxies(db: Db): Promise<ProxyRow[]> {
  return db.selectFrom('proxy').selectAll().orderBy('key').execute();
}

export function lockProxy(db: Db, key: string): Promise<ProxyRow | undefined> {
  return db.selectFrom('proxy').selectAll().where('key', '=', key).forUpdate().executeTakeFirst();
}

/** Nothing when the key is taken, in whatever case. */
export function insertProxy(db: Db, key: string, values: ProxyValues): Promise<ProxyRow | undefined> {
  return db
    .insertInto('proxy')
    .values({ key, ...values })
    .onConflict((conflict) => conflict.expression(sql`lower(key)`).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function updateProxyRow(db: Db, id: number, values: ProxyValues): Promise<ProxyRow> {
  return db
    .updateTable('proxy')
    .set({ ...values, modified_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteProxyRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('proxy').where('id', '=', id).execute();
}

/** There is one default at most. */
export async function clearDefault(db: Db): Promise<void> {
  await db.updateTable('proxy').set({ is_default: false }).where('is_default', '=', true).execute();
}

/** Which repositories name which proxy. */
export async function selectProxyUsers(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ key: string; proxy: string }>`
    select key, settings->>'proxy' as proxy from repository where class = 'remote' and coalesce(settings->>'proxy', '') <> ''
    union select repository.key, replication.proxy from replication join repository on repository.id = replication.repository_id
    where replication.proxy <> '' order by key`.execute(db);
  return new Map([...Map.groupBy(rows, ({ proxy }) => proxy)].map(([proxy, users]) => [proxy, users.map(({ key }) => key)]));
}

/** Repositories whose setting still holds the address of a proxy instead of its name. */
export async function selectProxyAddresses(db: Db): Promise<{ id: number; key: string; proxy: string }[]> {
  const { rows } = await sql<{ id: number; key: string; proxy: string }>`
    select id, key, settings->>'proxy' as proxy from repository where class = 'remote' and settings->>'proxy' like 'http%://%' order by id for update`.execute(
    db,
  );
  return rows;
}

export async function setProxyOfRepository(db: Db, id: number, key: string): Promise<void> {
  await sql`update repository set settings = settings || jsonb_build_object('proxy', ${key}::text) where id = ${id}`.execute(db);
}

/** Whether there is such a proxy; it stays until the transaction ends. */
export async function holdProxy(db: Db, key: string): Promise<boolean> {
  return (await db.selectFrom('proxy').select('id').where('key', '=', key).forShare().executeTakeFirst()) !== undefined;
}

/** Only one process gives old addresses of proxies a name; held until the transaction ends. */
export async function lockAdoption(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('adopt-proxies'))`.execute(tx);
}
