import { setTimeout } from 'node:timers/promises';
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

/** The pool waits for this before it gives a new connection away. Statements and not start-up options, which poolers refuse or leave out. */
const setUp =
  (schema: string, lockTimeout: number | undefined) =>
  (client: pg.ClientBase): unknown =>
    client.query(`set search_path = "${schema}", public${lockTimeout === undefined ? '' : `; set lock_timeout = ${lockTimeout}`}`);

interface DatabaseOptions {
  connections?: number;
  /** What the database calls these connections. */
  name?: string;
  /** Milliseconds that a statement waits for what others hold. */
  lockTimeout?: number;
}

/** Opens a pool on one service's PostgreSQL schema. */
export function openDatabase<Schema>(url: string, schema: string, options: DatabaseOptions = {}): Kysely<Schema> {
  const pool = openPool(url, {
    max: options.connections ?? 10,
    application_name: options.name ?? `packhouse-${schema}`,
    onConnect: setUp(schema, options.lockTimeout),
  });
  pool.on('connect', prepareOftenUsed);
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** By this name the database knows those who bring schemas forward. */
export const migratorName = 'packhouse-migration';

/** A change of a table waits for everybody who uses it, and everybody who comes later waits for the change: it must not wait long. In milliseconds. */
const lockTimeout = 2000;
const pause = 500;
/** PostgreSQL's `lock_not_available`. */
const notAvailable = '55P03';
const mostTries = 500;

export const openForMigration = (url: string, schema: string, connections = 1) =>
  openDatabase<Record<string, never>>(url, schema, { connections, name: migratorName, lockTimeout });

/** Does all steps, or none; begins anew when somebody holds for long what a step needs. */
async function goForward(migrator: Migrator): Promise<readonly MigrationResult[]> {
  for (let tries = 1; ; tries++) {
    const { error, results } = await migrator.migrateToLatest();
    if (!error) return results ?? [];
    if ((error as { code?: string }).code !== notAvailable || tries >= mostTries) throw error;
    await setTimeout(pause);
  }
}

/** The database has migrations this code does not know: a newer version of the platform has been here. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError';
}

/** How far one schema is: steps still to be done, and steps this code does not know. */
export async function migrationState(url: string, schema: string, migrations: Record<string, Migration>): Promise<{ pending: string[]; unknown: string[] }> {
  const db = openForMigration(url, schema);
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
  const db = openForMigration(url, schema, 2);
  try {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db).catch(ignoreRace);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, migrationTableSchema: schema });
    return await goForward(migrator);
  } finally {
    await db.destroy();
  }
}

function ignoreRace(error: { code?: string }): void {
  // Two processes may create the schema at the same moment; the loser sees a unique violation or duplicate_schema.
  if (error.code !== '23505' && error.code !== '42P06') throw error;
}
