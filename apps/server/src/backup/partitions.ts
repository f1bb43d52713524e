import pg from 'pg';
import type { BackupRecord } from './backup-record.ts';

type PartitionRecord = BackupRecord['partitions'][number];

/** As PostgreSQL writes the bounds of a partition by range. */
const range = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/;

/** Partitions that came as time went on: the steps of their schemas do not make them. */
export async function readPartitions(client: pg.ClientBase, schemas: readonly string[]): Promise<PartitionRecord[]> {
  const { rows } = await client.query<{ schema: string; table: string; parent: string; bounds: string }>(
    `select n.nspname as schema, c.relname as table, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and n.nspname = any($1) order by 1, 2`,
    [schemas],
  );
  return rows.map(({ bounds, ...names }) => {
    const [, from, to] = range.exec(bounds) ?? [];
    if (from === undefined || to === undefined) throw new Error(`The bounds of ${names.schema}.${names.table} are of no known kind: ${bounds}`);
    return { ...names, from, to };
  });
}

/** Makes the partitions that a backup had, before their rows come. */
export async function makePartitions(client: pg.ClientBase, partitions: readonly PartitionRecord[]): Promise<void> {
  const [name, text] = [pg.escapeIdentifier, pg.escapeLiteral];
  for (const { schema, table, parent, from, to } of partitions)
    await client.query(
      `create table if not exists ${name(schema)}.${name(table)} partition of ${name(schema)}.${name(parent)} for values from (${text(from)}) to (${text(to)})`,
    );
}
