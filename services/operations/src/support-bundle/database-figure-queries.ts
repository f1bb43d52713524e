import { sql } from 'kysely';
import type { Db } from '../schema.ts';

async function rows(db: Db, query: ReturnType<typeof sql>): Promise<unknown[]> {
  return (await query.execute(db)).rows;
}

/** How the database is doing: version, size, connections, tables and the settings that matter; nothing of what it holds. */
export async function databaseFigures(db: Db): Promise<unknown> {
  const [[database], connections, tables, settings, waiting] = await Promise.all([
    rows(db, sql`select version() as version, pg_database_size(current_database()) as bytes, pg_postmaster_start_time() as started`),
    rows(db, sql`select application_name, state, count(*) as count from pg_stat_activity where datname = current_database() group by 1, 2 order by 1, 2`),
    rows(
      db,
      sql`select schemaname as schema, relname as table, n_live_tup as rows, n_dead_tup as dead, pg_total_relation_size(relid) as bytes, seq_scan, idx_scan,
        last_autovacuum, last_autoanalyze from pg_stat_user_tables order by pg_total_relation_size(relid) desc`,
    ),
    rows(
      db,
      sql`select name, setting, unit from pg_settings where name in
        ('max_connections', 'shared_buffers', 'work_mem', 'maintenance_work_mem', 'effective_cache_size', 'max_wal_size', 'synchronous_commit', 'server_encoding', 'TimeZone') order by name`,
    ),
    rows(db, sql`select locktype, mode, granted, count(*) as count from pg_locks group by 1, 2, 3 order by 1, 2, 3`),
  ]);
  return { database, connections, tables, settings, locks: waiting };
}
