import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@packhouse/kernel/database/embedded-postgres.ts';

/** Starts a PostgreSQL with all its durability in a folder, or again there on the port that it had, for programs that kill it. */
export function startDatabase(folder: string, port?: number): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    passwordFile: join(folder, 'password'),
    settings: { max_connections: '400' },
    ...(port !== undefined && { port }),
  });
}
