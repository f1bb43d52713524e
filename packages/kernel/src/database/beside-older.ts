import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrationState, migratorName, openForMigration } from './database.ts';

/** One change of a schema. */
export interface SchemaStep extends Migration {
  /**
   * Servers of the version before go on while and after this is done: it only adds what they do not know of, holds no table for long, and what they
   * write is fine for servers of this version. Steps that do not say so wait until no other server is there.
   */
  readonly besideOlder?: true;
}

/** These steps cannot be done while others are connected. */
export class ServersThereError extends Error {
  override name = 'ServersThereError';
}

interface Steps {
  readonly name: string;
  readonly migrations: Readonly<Record<string, SchemaStep>>;
}

/** How long others may take to leave, who were told to stop a moment ago; in milliseconds. */
const patience = 10_000;
const pause = 250;

/** Steps that must be done alone, as `schema step`. A schema that is not there yet has nobody whom they could disturb. */
async function selectStepsForOne(url: string, schemas: readonly Steps[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, migrations } of schemas) {
    const { pending } = await migrationState(url, name, migrations);
    if (pending.length === Object.keys(migrations).length) continue;
    found.push(...pending.filter((step) => !migrations[step]?.besideOlder).map((step) => `${name} ${step}`));
  }
  return found;
}

/** Connections of the platform's other processes, save of those that bring schemas forward themselves. */
async function countOthers(url: string): Promise<number> {
  const db = openForMigration(url, 'public');
  try {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name like 'packhouse%' and application_name <> ${migratorName}
    `.execute(db);
    return rows[0]?.count ?? 0;
  } finally {
    await db.destroy();
  }
}

/**
 * Servers of the version before may be at work while a newer one starts, so that an upgrade goes from node to node; unless a step is ahead that they cannot bear.
 * @throws ServersThereError when such a step is ahead and others stay connected
 */
export async function requireBearable(url: string, schemas: readonly Steps[]): Promise<void> {
  const steps = await selectStepsForOne(url, schemas);
  if (steps.length === 0) return;
  for (let waited = 0; ; waited += pause) {
    const others = await countOthers(url);
    if (others === 0) return;
    if (waited >= patience)
      throw new ServersThereError(
        `Other servers work on this database (${others} connections), and this version changes what they rely on (${steps.join(', ')}). Stop all of them, then start this one; nothing was changed.`,
      );
    await setTimeout(pause);
  }
}
