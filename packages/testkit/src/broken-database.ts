import { join } from 'node:path';
import { runningPostgresUrl } from '@packhouse/kernel/database/embedded-postgres.ts';
import pg from 'pg';

/** Takes a table away from a running platform, as a spoiled database lacks it, while `work` looks at what becomes of the console. */
export async function withoutTable({ home }: { readonly home: string }, table: `${string}.${string}`, work: () => Promise<void>): Promise<void> {
  const url = await runningPostgresUrl(join(home, 'postgres'), join(home, 'keys', 'postgres.password'));
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const away = `${table.split('.')[1]}_away`;
  try {
    await database.query(`alter table ${table} rename to ${away}`);
    await work();
  } finally {
    await database.query(`alter table ${table.split('.')[0]}.${away} rename to ${table.split('.')[1]}`);
    await database.end();
  }
}
