import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@packhouse/kernel/database/embedded-postgres.ts';
import pg from 'pg';

const run = promisify(execFile);

export interface ReplicatedDatabase {
  /** Names both hosts. */
  readonly url: string;
  /** Of the standby alone. */
  readonly standbyUrl: string;
  /** Ends the primary as a loss of power does; nothing more comes from it. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Without the folder of the socket: a host of several is reached by its port. */
function getTcpUrl(server: EmbeddedPostgres): URL {
  const url = new URL(server.url());
  url.search = '';
  return url;
}

async function untilInStep(url: string): Promise<void> {
  for (;;) {
    const rows = await ask<{ state: string }>(url, 'select sync_state as state from pg_stat_replication');
    if (rows[0]?.state === 'sync') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A real primary that acknowledges what its streaming standby has, too. */
export async function startReplicatedDatabase(folder: string): Promise<ReplicatedDatabase> {
  const start = (name: string, settings: Record<string, string> = {}) =>
    startEmbeddedPostgres({ folder: join(folder, name), passwordFile: join(folder, 'password'), settings: { max_connections: '200', ...settings } });
  const draft = await start('primary');
  await draft.stop();
  // A server that was shut down leaves a folder that is whole: its copy begins where the primary goes on.
  await run('cp', ['--archive', join(folder, 'primary'), join(folder, 'standby')]);
  await writeFile(join(folder, 'standby', 'standby.signal'), '');
  const primary = await start('primary', { synchronous_standby_names: '*' });
  const { hostname, port, username, password } = getTcpUrl(primary);
  const standby = await start('standby', { primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}` });
  const standbyUrl = getTcpUrl(standby);
  await untilInStep(getTcpUrl(primary).href);
  return {
    url: getTcpUrl(primary).href.replace(/@[^/]*/, `@${hostname}:${port},${standbyUrl.host}`),
    standbyUrl: standbyUrl.href,
    async killPrimary() {
      process.kill(primary.pid, 'SIGKILL');
      await primary.ended;
    },
    async promote() {
      await ask(standbyUrl.href, 'select pg_promote()');
    },
    async stop() {
      // A primary whose standby has gone would wait for it before it acknowledges, so it goes first.
      await primary.stop();
      await standby.stop();
    },
  };
}
