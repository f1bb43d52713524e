import type { Readable } from 'node:stream';
import { DatabaseClient } from '@packhouse/kernel/database/database-client.ts';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupDraft } from './backup-folder.ts';
import type { BackupRecord, CheckedFile, SequenceRecord, TableRecord } from './backup-record.ts';
import { backupWords, speak } from './backup-words.ts';
import { readPartitions } from './partitions.ts';

/** The job queue keeps its own tables, and numbers its steps. */
export const queueSchema = 'graphile_worker';

/** Tables that say how far a schema is: the restored database gets them by taking the same steps. */
const bookkeeping = ['kysely_migration', 'kysely_migration_lock', 'migrations'];

/** These hold nothing of another server: events, and how far their followers are, are counted by its transactions, and runners of jobs are processes that are gone. */
const leftOut = ['kernel.event', 'kernel.follower', 'kernel.job_worker'];

interface FoundTable {
  schema: string;
  name: string;
  columns: string[];
}

/** A large table takes its time, whatever the server allows a query of everyday. */
export const timeless = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0';

export const quote = pg.escapeIdentifier;

/** The tables of these schemas that have content of their own, with the columns that are stored. */
export async function selectTables(client: pg.ClientBase, schemas: readonly string[]): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `select n.nspname as schema, c.relname as name,
            array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) and c.relname <> all($2) order by 1, 2`,
    [schemas, bookkeeping],
  );
  return rows;
}

/** How far each schema is, by its name; schemas that are not there are left out. */
export async function selectMigrations(client: pg.ClientBase, schemas: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const schema of schemas) {
    const [table, column] = schema === queueSchema ? ['migrations', 'id'] : ['kysely_migration', 'name'];
    const place = `${quote(schema)}.${table}`;
    const there = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [place]);
    if (!there.rows[0]?.there) continue;
    const { rows } = await client.query<{ step: string }>(`select ${column}::text as step from ${place} order by ${column}`);
    found[schema] = rows.map(({ step }) => step);
  }
  return found;
}

/** Numbers are taken without a transaction: read after the rows, none that a row has is given again. */
async function selectSequences(client: pg.ClientBase, schemas: readonly string[]): Promise<SequenceRecord[]> {
  const { rows } = await client.query<{ schema: string; sequence: string }>(
    'select schemaname as schema, sequencename as sequence from pg_sequences where schemaname = any($1) order by 1, 2',
    [schemas],
  );
  const found: SequenceRecord[] = [];
  for (const { schema, sequence } of rows) {
    const read = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quote(schema)}.${quote(sequence)}`,
    );
    found.push({ schema, sequence, value: Number(read.rows[0]!.value), isCalled: read.rows[0]!.called });
  }
  return found;
}

/** Copies a query's rows to a file of the backup. */
async function copyOut(client: pg.ClientBase, draft: BackupDraft, query: string, file: string): Promise<CheckedFile & { rows: number }> {
  const stream = client.query(copyTo(`copy ${query} to stdout`));
  const written = await draft.writeChecked(file, stream as Readable);
  return { ...written, rows: stream.rowCount };
}

export type ExportedDatabase = Pick<BackupRecord, 'migrations' | 'partitions' | 'tables' | 'sequences'> & { blobs: Omit<BackupRecord['blobs'], 'missing'> };

type OnTable = (done: number, all: number) => void;

async function exportAll(client: pg.ClientBase, schemas: readonly string[], draft: BackupDraft, onTable: OnTable): Promise<ExportedDatabase> {
  const migrations = await selectMigrations(client, schemas);
  const there = Object.keys(migrations);
  const started = there.includes('kernel') && there.includes('repositories') && (await client.query('select from kernel.setting limit 1')).rowCount === 1;
  if (!started) throw new Error(speak(backupWords.nothing_to_back_up));
  const partitions = await readPartitions(client, there);
  const tables: TableRecord[] = [];
  const found = await selectTables(client, there);
  for (const { schema, name, columns } of found) {
    if (leftOut.includes(`${schema}.${name}`)) continue;
    const query = `${quote(schema)}.${quote(name)} (${columns.map((one) => quote(one)).join(', ')})`;
    const copied = await copyOut(client, draft, query, `${schema}.${name}.zst`);
    tables.push({ schema, table: name, columns, ...copied });
    onTable(tables.length, found.length);
  }
  const { rows: count, ...list } = await copyOut(client, draft, '(select sha256, size from repositories.blob order by sha256 collate "C")', 'blobs.zst');
  const sum = await client.query<{ bytes: string }>('select coalesce(sum(size), 0)::text as bytes from repositories.blob');
  const blobs = { ...list, count, bytes: Number(sum.rows[0]!.bytes) };
  return { migrations, partitions, tables, sequences: await selectSequences(client, there), blobs };
}

/** Copies these schemas as they are at one moment, while others go on writing. */
export async function exportDatabase(url: string, schemas: readonly string[], draft: BackupDraft, onTable: OnTable): Promise<ExportedDatabase> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'packhouse-backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(timeless);
    await client.query('begin isolation level repeatable read read only');
    const exported = await exportAll(client, schemas, draft, onTable);
    await client.query('commit');
    return exported;
  } finally {
    await client.end();
  }
}
