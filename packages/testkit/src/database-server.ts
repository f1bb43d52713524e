import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@packhouse/kernel/database/embedded-postgres.ts';

interface Project {
  provide(key: 'databaseServer', url: string): void;
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
  }
}

/** Vitest's global set-up: one PostgreSQL for the whole run, without the durability that tests do not need. */
export async function setup(project: Project): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'packhouse-tests-'));
  const server = await startEmbeddedPostgres({
    folder: join(home, 'postgres'),
    passwordFile: join(home, 'password'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  project.provide('databaseServer', server.url('postgres'));
  return async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
}
