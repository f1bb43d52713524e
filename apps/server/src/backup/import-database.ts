import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { migrate } from '@packhouse/kernel/database/database.ts';
import { DatabaseClient } from '@packhouse/kernel/database/database-client.ts';
import { kernelMigrations, kernelSchema } from '@packhouse/kernel/database/kernel-migrations.ts';
import { migrateJobs } from '@packhouse/kernel/jobs/graphile-jobs.ts';
import type { Service } from '@packhouse/kernel/platform.ts';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupFolder } from './backup-folder.ts';
import type { BackupRecord, TableRecord } from './backup-record.ts';
import { backupWords, speak } from './backup-words.ts';
import { queueSchema, quote, selectMigrations, selectTables, timeless } from './export-database.ts';
import { makePartitions } from './partitions.ts';

type Schemas = readonly Pick<Service, 'name' | 'migrations'>[];

/**
 * What a reader remembers under a revision was given after the backup, too. Restored, the sequence goes on far beyond all that the lost time can have
 * given, so that no revision stands for two states.
 */
const leaps: Readonly<Record<string, number>> = { 'repositories.revision': 2 ** 32 };

/** Any number that nobody else uses as an advisory lock in this database. */
const restoreLock = 7_301_995;
const lockPatience = '10s';
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const lockNotAvailable = '55P03';

/** Whether a platform has ever been started on this database. */
async function isInUse(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('${kernelSchema}.setting') is not null as there`);
  return rows[0]?.there === true && (await client.query(`select from ${kernelSchema}.setting limit 1`)).rowCount === 1;
}

const withKernel = (services: Schemas): Schemas => [{ name: kernelSchema, migrations: kernelMigrations }, ...services];

/** Every schema that the platform has, by name. */
export const listSchemas = (services: Schemas): string[] => [...withKernel(services).map(({ name }) => name), queueSchema];

/** @throws with words for the operator when this version cannot take the steps that the backup had taken. */
function requireKnownSteps(record: BackupRecord, services: Schemas): void {
  const known = new Map(withKernel(services).map(({ name, migrations }) => [name, migrations]));
  for (const [schema, steps] of Object.entries(record.migrations)) {
    const unknown = schema === queueSchema ? undefined : steps.find((step) => !(step in (known.get(schema) ?? {})));
    if (unknown !== undefined) throw new Error(speak(backupWords.backup_is_newer, { version: record.version, schema, step: unknown }));
  }
}

/** Sets the schemas up as the backup had them, which may be fewer steps than this version knows: the rest is done at the first start. */
async function layOut(url: string, record: BackupRecord, services: Schemas): Promise<void> {
  for (const { name, migrations } of withKernel(services)) {
    const steps = record.migrations[name];
    if (!steps) continue;
    await migrate(url, name, Object.fromEntries(steps.map((step) => [step, migrations[step]!])));
  }
  await migrateJobs(url);
}

async function requireSameQueue(client: pg.ClientBase, { migrations, version }: BackupRecord): Promise<void> {
  const here = (await selectMigrations(client, [queueSchema]))[queueSchema];
  if (String(here) !== String(migrations[queueSchema])) throw new Error(speak(backupWords.queue_differs, { version }));
}

const quoteTable = ({ schema, table }: Pick<TableRecord, 'schema' | 'table'>) => `${quote(schema)}.${quote(table)}`;

/** Does the work without what watches single rows: rules between tables are examined as a whole afterwards, and triggers have done theirs already. */
async function withoutRules(client: pg.ClientBase, schemas: readonly string[], tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows: rules } = await client.query<{ place: string; name: string; definition: string }>(
    `select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = any(array(select oid from pg_namespace where nspname = any($1)))`,
    [schemas],
  );
  for (const { place, name } of rules) await client.query(`alter table ${place} drop constraint ${quote(name)}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await work();
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const { place, name, definition } of rules) await client.query(`alter table ${place} add constraint ${quote(name)} ${definition}`);
}

async function copyIn(client: pg.ClientBase, table: TableRecord, plain: AsyncIterable<Buffer>): Promise<void> {
  const columns = table.columns.map((one) => quote(one)).join(', ');
  const stream = client.query(copyFrom(`copy ${quoteTable(table)} (${columns}) from stdin`));
  await pipeline(Readable.from(plain, { objectMode: false }), stream);
  if (stream.rowCount !== table.rows) throw differs(`${table.schema}.${table.table}`, stream.rowCount, table.rows);
}

export function differs(what: string, found: string | number, expected: string | number): Error {
  return new Error(speak(backupWords.comparison_failed, { what, found, expected }));
}

export interface ImportOptions {
  url: string;
  /** The database as an operator knows it. */
  place: string;
  home: string;
  services: Schemas;
  folder: BackupFolder;
  name: string;
  record: BackupRecord;
  /** Brings the blobs, once it is certain that the database takes the rest. */
  before(): Promise<void>;
  /** Told after every table. */
  onTable(done: number, all: number): void;
  /** Looks at what was restored while all of it can still be taken back. */
  examine(client: pg.ClientBase): Promise<void>;
}

async function importAll(client: pg.ClientBase, { folder, name, record, onTable }: ImportOptions): Promise<void> {
  const schemas = Object.keys(record.migrations);
  await makePartitions(client, record.partitions);
  const tables = (await selectTables(client, schemas)).map(({ schema, name: table }) => quoteTable({ schema, table }));
  await withoutRules(client, schemas, tables, async () => {
    await client.query(`truncate ${tables.join(', ')}`);
    for (const [at, table] of record.tables.entries()) {
      await copyIn(client, table, folder.readChecked(name, table)).catch(async (error: unknown) => {
        // The database may refuse damaged rows before the last byte tells that they are: what is wrong is the file then.
        await finished(Readable.from(folder.readChecked(name, table), { objectMode: false }).resume());
        throw error;
      });
      onTable(at + 1, record.tables.length);
    }
  });
  for (const { schema, sequence, value, isCalled } of record.sequences) {
    const next = value + (leaps[`${schema}.${sequence}`] ?? 0);
    await client.query('select setval($1, $2, $3)', [`${quote(schema)}.${quote(sequence)}`, next, isCalled]);
  }
  // The store that it is restored into becomes this database's at the first start.
  await client.query(`delete from ${kernelSchema}.setting where key = 'blob-store'`);
}

/** Waits a little: the server may not have noticed yet that a restore which was killed is gone. */
async function takeLock(client: pg.ClientBase): Promise<void> {
  await client.query(`set lock_timeout = '${lockPatience}'`);
  await client.query('select pg_advisory_lock($1)', [restoreLock]).catch((cause: { code?: string }) => {
    throw cause.code === lockNotAvailable ? new Error(speak(backupWords.restore_under_way), { cause }) : cause;
  });
  await client.query('reset lock_timeout');
}

/** Fills an empty database from a backup: everything, or nothing at all. */
export async function importDatabase(options: ImportOptions): Promise<void> {
  const { url, place, home, services, record } = options;
  const client = new DatabaseClient({ connectionString: url, application_name: 'packhouse-restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(timeless);
    await takeLock(client);
    if (await isInUse(client)) throw new Error(speak(backupWords.database_not_empty, { place, home }));
    requireKnownSteps(record, services);
    await options.before();
    await layOut(url, record, services);
    await requireSameQueue(client, record);
    await client.query('begin');
    await importAll(client, options);
    await options.examine(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
