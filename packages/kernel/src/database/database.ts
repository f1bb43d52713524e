import { Kysely, PostgresDialect, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { type Migration, type MigrationResult, Migrator } from 'kysely/migration';
import pg from 'pg';
import { openPool } from './database-client.ts';
import { prepareOftenUsed } from './prepared-statements.ts';

// 64-bit counters (sizes, sequence numbers) stay far below 2^53, so they are plain numbers here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A connection or a transaction; query functions take either. */
export type Db<Schema> = Kysely<Schema> | Transaction<Schema>;

/** A transaction of any service's schema, for what only sends SQL of its own through it. */
export interface AnyTransaction extends QueryExecutorProvider {
  readonly isTransaction: true;
}

/** The pool waits for this before it gives a new connection away. A statement and not a start-up option, which poolers refuse or leave out. */
const searchIn =
  (schema: string) =>
  (client: pg.ClientBase): unknown =>
    client.query(`set search_path = "${schema}", public`);

/** Opens a pool on one service's PostgreSQL schema. */
export function openDatabase<Schema>(url: string, schema: string, options: { connections?: number } = {}): Kysely<Schema> {
  const pool = openPool(url, {
    max: options.connections ?? 10,
    application_name: `packhouse-${schema}`,
    onConnect: searchIn(schema),
  });
  pool.on('connect', prepareOftenUsed);
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** The database has migrations this code does not know: a newer version of the platform has been here. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError';
}

/** How far one schema is: steps still to be done, and steps this code does not know. */
export async function migrationState(url: string, schema: string, migrations: Record<string, Migration>): Promise<{ pending: string[]; unknown: string[] }> {
  const db = openDatabase<Record<string, never>>(url, schema, { connections: 1 });
  try {
    const { rows } = await sql<{ exists: boolean }>`select to_regclass(${`"${schema}".kysely_migration`}) is not null as exists`.execute(db);
    const done = rows[0]?.exists ? (await sql<{ name: string }>`select name from ${sql.table(`${schema}.kysely_migration`)}`.execute(db)).rows : [];
    const names = done.map(({ name }) => name);
    return { pending: Object.keys(migrations).filter((name) => !names.includes(name)), unknown: names.filter((name) => !(name in migrations)) };
  } finally {
    await db.destroy();
  }
}

/**
 * Brings one schema forward under a lock; safe to call from many processes at once.
 * @throws NewerSchemaError when the database is ahead of the code.
 */
export async function migrate(url: string, schema: string, migrations: Record<string, Migration>): Promise<readonly MigrationResult[]> {
  const { pending, unknown } = await migrationState(url, schema, migrations);
  if (unknown.length > 0)
    throw new NewerSchemaError(
      `The database was set up by a newer version of the platform (schema ${schema}, step ${unknown.join(', ')}). Start that version or newer; this one changes nothing.`,
    );
  if (pending.length === 0) return [];
  const db = openDatabase<Record<string, never>>(url, schema, { connections: 2 });
  try {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db).catch(ignoreRace);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, migrationTableSchema: schema });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error;
    return results ?? [];
  } finally {
    await db.destroy();
  }
}

function ignoreRace(error: { code?: string }): void {
  // Two processes may create the schema at the same moment; the loser sees a unique violation or duplicate_schema.
  if (error.code !== '23505' && error.code !== '42P06') throw error;
}
